//! A treatment, with its approval.

use entity::{
    clinic::{addendum, record_void, treatment, treatment_approval, treatment_return, treatment_return_answer},
    ids::TreatmentId,
    words::ClearanceStatus,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

use super::{at, corrections, day, hex, picture};
use base::error::{Error, Result};
use chart::{
    protocols::{self, TreatmentProtocol},
    treatments,
};
use tenancy::ClinicTx;

pub async fn value(tx: &ClinicTx, id: TreatmentId) -> Result<Value> {
    let row = treatment::Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)?;
    let voided = record_void::Entity::find().filter(record_void::Column::TreatmentId.eq(id));
    let addenda = addendum::Entity::find().filter(addendum::Column::TreatmentId.eq(id));
    let protocol = protocols::of_treatment(tx, &row).await?.of(&row);
    let (name, role) = corrections::signer(tx, row.signer, row.provider_id).await?;
    Ok(json!({
        "id": id,
        "at": at(row.created_at),
        "type": row.treatment_type,
        "areas": row.areas,
        "units": row.units.map(|units| units.normalize().to_string()),
        "lot": row.lot,
        "volumes_ml": row.volumes_ml,
        "notes": row.notes,
        "clearance": row.clearance.map(in_words),
        "changed_since_exam": row.changed_since_exam.map(|changed| if changed { "Yes" } else { "No" }),
        "protocol": protocol.as_ref().and_then(version),
        "protocol_override": protocol.as_ref().and_then(lifted),
        "provider": {
            "name": name,
            "role": role,
            "at": at(row.created_at),
            "picture": picture(&row.provider_signature),
        },
        "approval": approval(tx, id).await?,
        "voided": corrections::voided(tx, voided).await?,
        "addenda": corrections::addenda(tx, addenda).await?,
        "returns": returns(tx, id).await?,
        "digest": hex(row.content_digest.as_deref()),
    }))
}

/// The version of the service's protocol at that time.
fn version(protocol: &TreatmentProtocol) -> Option<Value> {
    let (number, until) = (protocol.number?, protocol.valid_until?);
    Some(json!({ "number": number, "title": protocol.title, "until": day(until) }))
}

/// The member who overrode the protocol, and the reason.
fn lifted(protocol: &TreatmentProtocol) -> Option<String> {
    let (by, reason) = (protocol.overridden_by.as_ref()?, protocol.override_reason.as_ref()?);
    Some(format!("{by}: {reason}"))
}

/// Whether the patient was cleared for the service at that time.
const fn in_words(status: ClearanceStatus) -> &'static str {
    match status {
        ClearanceStatus::Valid | ClearanceStatus::Expiring => "Cleared",
        ClearanceStatus::Expired => "Not cleared: the clearance had ended",
        ClearanceStatus::Missing => "Not cleared: no prescriber had decided",
        ClearanceStatus::Waiting => "Not cleared: the exam waited for a prescriber",
        ClearanceStatus::Reopened => "Not cleared: something had changed since the exam",
        ClearanceStatus::NotACandidate => "Not cleared: not a candidate",
        ClearanceStatus::Deferred => "Not cleared: deferred",
    }
}

async fn approval(tx: &ClinicTx, id: TreatmentId) -> Result<Value> {
    let Some(row) = treatment_approval::Entity::find_by_id(id).one(tx).await? else { return Ok(Value::Null) };
    let (name, role) = corrections::signer(tx, row.signer, row.director_id).await?;
    Ok(json!({
        "name": name,
        "role": role,
        "at": at(row.approved_at),
        "picture": picture(&row.director_signature),
    }))
}

/// The returns of the treatment to its provider by directors, with the answers, oldest first.
async fn returns(tx: &ClinicTx, id: TreatmentId) -> Result<Vec<Value>> {
    let value = |(row, answer): (treatment_return::Model, Option<treatment_return_answer::Model>)| {
        json!({
            "name": row.signer.name,
            "role": corrections::role(&row.signer),
            "at": at(row.returned_at),
            "comment": row.comment,
            "answer": answer.map(|answer| json!({
                "kind": answer.kind.as_str(),
                "name": answer.signer.name,
                "role": corrections::role(&answer.signer),
                "at": at(answer.answered_at),
                "text": answer.text,
            })),
        })
    };
    Ok(treatments::returns(tx, id).await?.into_iter().map(value).collect())
}
