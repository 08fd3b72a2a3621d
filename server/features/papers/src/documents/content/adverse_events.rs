//! The adverse events of a patient: each report with all its entries.

use entity::{
    clinic::{
        adverse_event::{self, Column, Entity},
        adverse_event_entry, patient, treatment,
    },
    ids::PatientId,
    words::{AdverseEventEntryKind, AdverseEventStatus, Severity},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::{Value, json};

use super::{at, corrections::role, day, hex};
use base::error::Result;
use chart::adverse_events::{kind_in_words, severity_in_words, status_in_words};
use tenancy::ClinicTx;

/// The oldest first.
pub async fn value(tx: &ClinicTx, id: PatientId) -> Result<Vec<Value>> {
    let theirs = Column::PatientId.in_subquery(patient::Entity::ids_of(id));
    let rows = Entity::find().filter(theirs).order_by_asc(Column::Id).all(tx).await?;
    let entries = adverse_event_entry::Entity::find()
        .filter(adverse_event_entry::Column::EventId.is_in(rows.iter().map(|row| row.id)))
        .order_by_asc(adverse_event_entry::Column::Number)
        .all(tx)
        .await?;
    let treatments = treatment::Entity::find()
        .filter(treatment::Column::Id.is_in(rows.iter().filter_map(|row| row.treatment_id)))
        // After a merge was undone, the treatment may be another person's.
        .filter(treatment::Column::PatientId.in_subquery(patient::Entity::ids_of(id)))
        .all(tx)
        .await?;
    let value = |row: adverse_event::Model| {
        let treatment = treatments.iter().find(|treatment| Some(treatment.id) == row.treatment_id);
        let written: Vec<_> = entries.iter().filter(|entry| entry.event_id == row.id).map(entry_value).collect();
        json!({
            "id": row.id.to_string(),
            "kind": kind_in_words(row.kind),
            "began": day(row.began_on),
            "severity": severity_in_words(row.severity),
            "treatment": treatment.map(|treatment| treatment.treatment_type.clone()),
            "treatment_at": treatment.map(|treatment| at(treatment.created_at)),
            "details": row.details,
            "action": row.action,
            "follow_up": row.follow_up_on.map(day),
            "by": row.signer.name,
            "role": role(&row.signer),
            "at": at(row.reported_at),
            "digest": hex(Some(&row.content_digest)),
            "entries": written,
        })
    };
    Ok(rows.into_iter().map(value).collect())
}

fn entry_value(row: &adverse_event_entry::Model) -> Value {
    let kind = match row.kind {
        AdverseEventEntryKind::FollowUp => "Follow-up",
        AdverseEventEntryKind::Correction => "Correction",
        AdverseEventEntryKind::Acknowledgement => "Acknowledged",
    };
    let status: Option<AdverseEventStatus> = row.status;
    let severity: Option<Severity> = row.severity;
    json!({
        "kind": kind,
        "status": status.map(status_in_words),
        "severity": severity.map(severity_in_words),
        "reason": row.reason,
        "text": row.text,
        "follow_up": row.follow_up_on.map(day),
        "by": row.signer.name,
        "role": role(&row.signer),
        "at": at(row.written_at),
    })
}
