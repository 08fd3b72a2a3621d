//! What a patient was told by mail and text, and how somebody followed up, in an export for other programs.

use entity::{
    clinic::{follow_up, message, patient},
    ids::PatientId,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::{Value, json};

use super::{at, day};
use crate::foundation::{error::Result, tenancy::ClinicTx};

/// The messages to a patient, the oldest first: as they were sent, but for the patient's own links.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn messages(tx: &ClinicTx, id: PatientId) -> Result<Vec<Value>> {
    let theirs = message::Column::PatientId.in_subquery(patient::Entity::ids_of(id));
    let rows = message::Entity::find().filter(theirs).order_by_asc(message::Column::Id).all(tx).await?;
    let value = |row: message::Model| {
        json!({
            "kind": row.kind,
            "channel": row.channel,
            "status": row.status,
            "reason": row.reason,
            "due": at(row.due_at),
            "sent": row.sent_at.map(at),
            "subject": row.subject,
            "text": row.body,
        })
    };
    Ok(rows.into_iter().map(value).collect())
}

/// How somebody followed up after visits, the oldest first.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn follow_ups(tx: &ClinicTx, id: PatientId) -> Result<Vec<Value>> {
    let theirs = follow_up::Column::PatientId.in_subquery(patient::Entity::ids_of(id));
    let rows = follow_up::Entity::find().filter(theirs).order_by_asc(follow_up::Column::Id).all(tx).await?;
    let value = |row: follow_up::Model| {
        json!({
            "service": row.service,
            "due": day(row.due_on),
            "done": row.done_at.map(at),
            "by": row.done_by_name,
            "note": row.note,
        })
    };
    Ok(rows.into_iter().map(value).collect())
}
