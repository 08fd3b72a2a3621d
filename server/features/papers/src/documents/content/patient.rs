//! A patient's demographics and contact, the answers before treatments, and the notes.

use entity::{
    clinic::{
        clinical_answer,
        patient::{Column, Entity as Patients, Model},
        patient_note,
    },
    ids::PatientId,
    words::{ClinicalAnswer, ClinicalKind, NoteKind},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select};
use serde_json::{Value, json};

use super::{Reader, adverse_events, at, charges, day, issued_estimates};
use base::{
    error::Result,
    permission::{Access, AdverseEventRead, EstimateRead, PatientClinicalRead, PatientNoteRead, Permission},
};
use people::patients::newest_answers;
use tenancy::ClinicTx;

/// The content of a patient's record. A part that the reader may not see is null.
pub async fn value(tx: &ClinicTx, reader: Reader, person: &Model) -> Result<Value> {
    let may = |permission| reader.sees_all || reader.grants.access(permission) == Some(Access::Full);
    let clinical = if may(PatientClinicalRead::NAME) { Some(clinical(tx, person).await?) } else { None };
    let events = if may(AdverseEventRead::NAME) { Some(adverse_events::value(tx, person.id).await?) } else { None };
    let (estimates, charges) = if may(EstimateRead::NAME) {
        (Some(issued_estimates::value(tx, person.id).await?), Some(charges::value(tx, person.id).await?))
    } else {
        (None, None)
    };
    let notes = if may(PatientNoteRead::NAME) { Some(notes(tx, person).await?) } else { None };
    Ok(json!({
        "id": person.id,
        "demographics": demographics(person),
        "contact": contact(person),
        "merged_numbers": merged_numbers(tx, person.id).await?,
        "archived": person.archived_at.map(|moment| json!({ "at": at(moment), "reason": person.archive_reason })),
        "clinical": clinical,
        "notes": notes,
        "adverse_events": events,
        "estimates": estimates,
        "charges": charges,
    }))
}

/// The numbers of the records that were merged into this one. `None` if there are none.
async fn merged_numbers(tx: &ClinicTx, id: PatientId) -> Result<Option<String>> {
    let numbers: Vec<i64> = merged_into(id).select_only().column(Column::Id).into_tuple().all(tx).await?;
    let numbers: Vec<_> = numbers.iter().map(i64::to_string).collect();
    Ok((!numbers.is_empty()).then(|| numbers.join(", ")))
}

fn merged_into(id: PatientId) -> Select<Patients> {
    Patients::find().filter(Column::MergedInto.eq(id)).order_by_asc(Column::Id)
}

/// The demographics and contacts of the records that were merged into this one.
pub async fn merged(tx: &ClinicTx, id: PatientId) -> Result<Vec<Value>> {
    let rows = merged_into(id).all(tx).await?;
    let value = |person: Model| json!({ "demographics": demographics(&person), "contact": contact(&person) });
    Ok(rows.into_iter().map(value).collect())
}

fn demographics(person: &Model) -> Value {
    json!([
        ["First name", person.first_name],
        ["Last name", person.last_name],
        ["Preferred name", person.preferred_name],
        ["Pronouns", person.pronouns],
        ["Birth date", person.birth_date.map(day)],
        ["Record", person.id.to_string()],
        ["Added", at(person.created_at)],
        ["Guardian", joined(person.guardian_name.as_deref(), person.guardian_relation.as_deref())],
    ])
}

fn contact(person: &Model) -> Value {
    let place = [&person.street, &person.city, &person.state, &person.postal_code];
    let place: Vec<_> = place.into_iter().flatten().map(String::as_str).collect();
    let emergency = joined(person.emergency_name.as_deref(), person.emergency_relation.as_deref());
    let emergency = joined(emergency.as_deref(), person.emergency_phone.as_deref());
    let ways = [(person.may_email, "e-mail"), (person.may_text, "text message"), (person.may_call, "telephone")];
    let ways: Vec<_> = ways.into_iter().filter(|(may, _)| *may).map(|(_, way)| way).collect();
    let ways = if ways.is_empty() { "none".to_owned() } else { ways.join(", ") };
    json!([
        ["E-mail", person.email],
        ["Phone", person.phone],
        ["Address", (!place.is_empty()).then(|| place.join(", "))],
        ["Emergency contact", emergency],
        ["May be reached by", ways],
        ["May hear of offers", if person.may_market { "Yes" } else { "No" }],
        ["Heard of the clinic", person.referral_source],
    ])
}

fn joined(one: Option<&str>, other: Option<&str>) -> Option<String> {
    let both: Vec<_> = [one, other].into_iter().flatten().collect();
    (!both.is_empty()).then(|| both.join(", "))
}

async fn clinical(tx: &ClinicTx, person: &Model) -> Result<Vec<Value>> {
    let rows = newest_answers(tx, person.id).await?;
    let kinds = [
        (ClinicalKind::Allergies, "Allergies"),
        (ClinicalKind::Medications, "Medications"),
        (ClinicalKind::Conditions, "Conditions"),
        (ClinicalKind::Pregnancy, "Pregnancy"),
    ];
    let value = |(kind, name)| {
        let row = rows.iter().find(|row: &&clinical_answer::Model| row.kind == kind);
        json!({
            "name": name,
            "answer": row.map(|row| in_words(row.answer)),
            "entries": row.map(|row| row.entries.0.clone()).unwrap_or_default(),
            "asked": row.map(|row| at(row.asked_at)),
            "asked_by": row.map(|row| row.member_name.clone()),
        })
    };
    Ok(kinds.into_iter().map(value).collect())
}

const fn in_words(answer: ClinicalAnswer) -> &'static str {
    match answer {
        ClinicalAnswer::Listed => "Listed",
        ClinicalAnswer::NoneKnown => "None known",
        ClinicalAnswer::Pregnant => "Pregnant",
        ClinicalAnswer::Breastfeeding => "Breastfeeding",
        ClinicalAnswer::Neither => "Neither pregnant nor breastfeeding",
    }
}

async fn notes(tx: &ClinicTx, person: &Model) -> Result<Vec<Value>> {
    use patient_note::{Column, Entity};
    let rows = Entity::find()
        .filter(Column::PatientId.in_subquery(Patients::ids_of(person.id)))
        .filter(Column::RemovedAt.is_null())
        .order_by_asc(Column::Id)
        .all(tx)
        .await?;
    let value = |row: patient_note::Model| {
        let kind = if row.kind == NoteKind::Alert { "Alert" } else { "Note" };
        json!({ "kind": kind, "at": at(row.created_at), "by": row.author_name, "body": row.body })
    };
    Ok(rows.into_iter().map(value).collect())
}
