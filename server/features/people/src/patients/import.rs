//! Patients from a file: the same rules for each field as in the forms, many patients in one statement, and undoing an import.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::{
        Signer, appointment,
        import_patient::FilledFields,
        patient, patient_note,
        patient_records::{has_records, records_in},
    },
    ids::{ImportBatchId, MemberId, PatientId},
    words::{ImportKept, NoteKind},
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
    ColumnTrait, Condition, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect, QueryTrait, Select,
    sea_query::{Expr, ExprTrait},
};
use serde_json::Value;

use super::{change::remember_by, fields};
use base::error::Result;
use http_api::fields::{Day, Email, Field, Line, Name, Note, Phone};
use tenancy::ClinicTx;

/// The key of the note among a patient's values.
const NOTE: &str = "note";

/// The text as stored in this field, by the rules of the patient's form.
pub fn accepted(field: &str, text: &str, today: NaiveDate) -> Result<String, String> {
    let value = Value::from(text);
    Ok(match field {
        "first_name" | "last_name" | "preferred_name" | "emergency_name" | "guardian_name" => Name::parse(&value)?.0,
        "email" => Email::parse(&value)?.0,
        "phone" | "emergency_phone" => Phone::parse(&value)?.0,
        "birth_date" => match Day::parse(&value)?.0 {
            day if day > today => return Err("must not be in the future".to_owned()),
            day => day.to_string(),
        },
        "may_email" | "may_text" | "may_call" | "may_market" => text.to_owned(),
        NOTE => Note::parse(&value)?.0,
        _ => Line::parse(&value)?.0,
    })
}

/// The import that patients come from, and the member who runs it.
pub struct ImportedBy<'a> {
    pub batch: ImportBatchId,
    pub member: &'a Signer,
    pub now: DateTime<Utc>,
}

/// Adds patients with these accepted values, in one statement. Returns their ids in the same order.
pub async fn add_all(
    tx: &ClinicTx,
    by: &ImportedBy<'_>,
    people: &[&BTreeMap<String, String>],
) -> Result<Vec<PatientId>> {
    if people.is_empty() {
        return Ok(Vec::new());
    }
    let rows = people.iter().map(|values| {
        let mut row = unknown(by);
        for (field, value) in *values {
            fields::set(&mut row, field, Some(value.clone()));
        }
        patient::ActiveModel { id: NotSet, ..row.into_active_model().reset_all() }
    });
    let added = patient::Entity::insert_many(rows).exec_with_returning(tx).await?;
    let ids: Vec<_> = added.into_iter().map(|row| row.id).collect();
    let notes: Vec<_> = ids.iter().zip(people).filter_map(|(id, values)| Some((*id, values.get(NOTE)?))).collect();
    add_notes(tx, by, notes).await?;
    Ok(ids)
}

fn unknown(by: &ImportedBy<'_>) -> patient::Model {
    patient::Model {
        id: 0.into(),
        first_name: String::new(),
        last_name: String::new(),
        email: None,
        phone: None,
        phone_digits: None,
        birth_date: None,
        created_by: Some(by.member.id.into()),
        created_at: by.now,
        sample_set_id: None,
        pronouns: None,
        preferred_name: None,
        street: None,
        city: None,
        state: None,
        postal_code: None,
        emergency_name: None,
        emergency_relation: None,
        emergency_phone: None,
        guardian_name: None,
        guardian_relation: None,
        referral_source: None,
        may_email: true,
        may_text: true,
        may_call: true,
        may_market: false,
        archived_at: None,
        archived_by: None,
        archive_reason: None,
        version: 1,
        merged_into: None,
    }
}

async fn add_notes(tx: &ClinicTx, by: &ImportedBy<'_>, notes: Vec<(PatientId, &String)>) -> Result<()> {
    if notes.is_empty() {
        return Ok(());
    }
    let rows = notes.into_iter().map(|(patient_id, body)| patient_note::ActiveModel {
        patient_id: Set(patient_id),
        kind: Set(NoteKind::Note),
        body: Set(body.clone()),
        pinned: Set(false),
        author_id: Set(MemberId::from(by.member.id)),
        author_name: Set(by.member.name.clone()),
        created_at: Set(by.now),
        version: Set(1),
        import_batch_id: Set(Some(by.batch)),
        ..Default::default()
    });
    patient_note::Entity::insert_many(rows).exec_without_returning(tx).await?;
    Ok(())
}

/// Fills a patient's empty fields with these values. Returns the patient (after a merge the survivor), the fields and the
/// version. `None` if no field was empty or the patient no longer exists. A note is never added, because nobody could tell which
/// of two is newer.
pub async fn fill_empty(
    tx: &ClinicTx,
    by: &ImportedBy<'_>,
    id: PatientId,
    values: &BTreeMap<String, String>,
) -> Result<Option<(PatientId, FilledFields, i32)>> {
    let before = match super::locked_person(tx, id).await {
        Ok(patient) => patient,
        Err(base::error::Error::NotFound) => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut row = before.clone();
    for (field, value) in values {
        let is_empty = fields::values(&before).iter().any(|(name, now)| name == field && now.is_none());
        if is_empty {
            fields::set(&mut row, field, Some(value.clone()));
        }
    }
    let changes = fields::changes(&before, &row);
    if changes.is_empty() {
        return Ok(None);
    }
    let filled = FilledFields(changes.iter().map(|change| change.field.clone()).collect());
    row.version += 1;
    let (id, version) = (row.id, row.version);
    row.into_active_model().reset_all().update(tx).await?;
    remember_by(tx, id, by.member.id.into(), &by.member.name, by.now, &changes).await?;
    Ok(Some((id, filled, version)))
}

/// Undoes an import for one patient who has not changed since: removes the patient and the imported note, or empties the filled
/// fields. Returns why the patient is kept.
pub async fn take_back(
    tx: &ClinicTx,
    by: &ImportedBy<'_>,
    id: PatientId,
    filled: Option<&FilledFields>,
    version: i32,
) -> Result<Option<ImportKept>> {
    let Some(before) = patient::Entity::find_by_id(id).lock_exclusive().one(tx).await? else { return Ok(None) };
    if before.merged_into.is_some() {
        return Ok(Some(ImportKept::Merged));
    }
    if before.version != version {
        return Ok(Some(ImportKept::Changed));
    }
    let Some(FilledFields(filled)) = filled else { return remove(tx, by.batch, id).await };
    let mut row = before.clone();
    for field in filled {
        fields::set(&mut row, field, None);
    }
    let changes = fields::changes(&before, &row);
    row.version += 1;
    row.into_active_model().reset_all().update(tx).await?;
    remember_by(tx, id, by.member.id.into(), &by.member.name, by.now, &changes).await?;
    Ok(None)
}

async fn remove(tx: &ClinicTx, batch: ImportBatchId, id: PatientId) -> Result<Option<ImportKept>> {
    if with_records(id, batch).one(tx).await?.is_some() {
        return Ok(Some(ImportKept::Records));
    }
    let own = patient_note::Entity::delete_many().filter(patient_note::Column::PatientId.eq(id));
    own.filter(patient_note::Column::ImportBatchId.eq(batch)).exec(tx).await?;
    patient::Entity::delete_by_id(id).exec(tx).await?;
    Ok(None)
}

/// The patient, if a table that refers to patients has a row that is not deleted with them. The notes of the import do not count
/// unless a member has changed them.
pub fn with_records(id: PatientId, batch: ImportBatchId) -> Select<patient::Entity> {
    use patient_note::Column;
    let is_changed = Column::Version.ne(1).or(Column::RemovedAt.is_not_null());
    let is_own = Column::ImportBatchId.is_null().or(Column::ImportBatchId.ne(batch)).or(is_changed);
    let merged = patient::Entity::find().select_only().column(patient::Column::Id);
    let others = [
        records_in(appointment::Column::PatientId),
        records_in(Column::PatientId).and_where(is_own).take(),
        merged.filter(patient::Column::MergedInto.eq(id)).into_query(),
    ];
    let is_used = others.into_iter().map(Expr::exists).fold(has_records(), Condition::add);
    patient::Entity::find_by_id(id).filter(is_used)
}
