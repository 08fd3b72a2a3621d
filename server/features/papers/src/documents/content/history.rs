//! The history of a patient's record, in an export for other programs: every answer before treatments, and every change of a
//! field.

use entity::{
    clinic::{
        clinical_answer, health_change, patient, patient_change, patient_merge, patient_note, patient_note_version,
    },
    ids::PatientId,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use serde_json::{Value, json};

use super::at;
use base::error::Result;
use tenancy::ClinicTx;

/// Every answer about allergies, medications, conditions and pregnancy, including withdrawn ones, the oldest first.
pub(super) async fn clinical(tx: &ClinicTx, id: PatientId) -> Result<Vec<Value>> {
    use clinical_answer::{Column, Entity, Model};
    let theirs = Column::PatientId.in_subquery(patient::Entity::ids_of(id));
    let rows = Entity::find().filter(theirs).order_by_asc(Column::Id).all(tx).await?;
    let value = |row: Model| {
        json!({
            "about": row.kind,
            "answer": row.answer,
            "entries": row.entries,
            "asked": at(row.asked_at),
            "asked_by": row.member_name,
            "withdrawn": row.withdrawn_at.map(at),
        })
    };
    Ok(rows.into_iter().map(value).collect())
}

/// Every change of a field, the oldest first. Values that came with an undone merge are another person's, so they are left out: neither the
/// name nor any other value.
pub(super) async fn changes(tx: &ClinicTx, id: PatientId) -> Result<Vec<Value>> {
    use patient_change::{Column, Entity, Model};
    let theirs = Column::PatientId.in_subquery(patient::Entity::ids_of(id));
    let rows = Entity::find().filter(theirs).order_by_asc(Column::Id).all(tx).await?;
    let survived = patient_merge::Column::SurvivorId.in_subquery(patient::Entity::ids_of(id));
    let undone = patient_merge::Entity::find().filter(survived).filter(patient_merge::Column::UndoneAt.is_not_null());
    let undone = undone.order_by_desc(patient_merge::Column::Id).all(tx).await?;
    let value = |row: Model| {
        let from = undone.iter().fold(row.from_value.clone(), |from, merge| without(merge, &row, from));
        json!({
            "field": row.field,
            "from": from,
            "to": row.to_value,
            "at": at(row.changed_at),
            "by": row.member_name,
        })
    };
    let is_of_merge = |row: &Model| {
        let is_moment =
            |merge: &patient_merge::Model| row.changed_at == merge.merged_at || Some(row.changed_at) == merge.undone_at;
        undone.iter().any(|merge| merge.survivor_id == row.patient_id && is_moment(merge))
    };
    Ok(rows.into_iter().filter(|row| !is_of_merge(row)).map(value).collect())
}

/// The value of a field before a change, without a value that came with an undone merge.
fn without(merge: &patient_merge::Model, row: &patient_change::Model, from: Option<String>) -> Option<String> {
    let lasted = row.changed_at > merge.merged_at && merge.undone_at.is_some_and(|undone| row.changed_at < undone);
    let taken = merge.taken.0.get(&row.field).filter(|taken| **taken == from);
    match merge.fields.0.get(&row.field) {
        Some(before) if lasted && merge.survivor_id == row.patient_id && taken.is_some() => before.clone(),
        _ => from,
    }
}

/// The patient's statements about changes since an exam, the oldest first.
pub(super) async fn health_changes(tx: &ClinicTx, id: PatientId) -> Result<Vec<Value>> {
    use health_change::{Column, Entity, Model};
    let theirs = Column::PatientId.in_subquery(patient::Entity::ids_of(id));
    let rows = Entity::find().filter(theirs).order_by_asc(Column::Id).all(tx).await?;
    let value = |row: Model| json!({ "details": row.details, "at": at(row.reported_at), "by": row.signer.name });
    Ok(rows.into_iter().map(value).collect())
}

/// The former texts of the notes and alerts that are kept, the oldest first.
pub(super) async fn notes(tx: &ClinicTx, id: PatientId) -> Result<Vec<Value>> {
    use patient_note_version::{Column, Entity, Model};
    let kept = patient_note::Entity::find()
        .select_only()
        .column(patient_note::Column::Id)
        .filter(patient_note::Column::PatientId.in_subquery(patient::Entity::ids_of(id)))
        .filter(patient_note::Column::RemovedAt.is_null());
    let theirs = Column::NoteId.in_subquery(kept.into_query());
    let rows = Entity::find().filter(theirs).order_by_asc(Column::Id).all(tx).await?;
    let value = |row: Model| json!({ "version": row.version, "body": row.body, "by": row.written_by, "at": at(row.written_at) });
    Ok(rows.into_iter().map(value).collect())
}
