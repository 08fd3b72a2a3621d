//! Messages about coming visits that did not reach the patient: somebody has to call.

use chrono::{DateTime, Utc};
use entity::{
    clinic::message::{Column, Entity},
    ids::PatientId,
    words::{MessageKind, MessageReason, MessageStatus},
};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    features::patients,
    foundation::{error::Result, tenancy::ClinicTx},
};

/// The most that are listed: a screen shows the first few.
const MAX_ROWS: u64 = 50;

/// A message that did not reach the patient, about a visit that is still to come.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessageToSee {
    id: i64,
    #[schema(value_type = i64)]
    pub patient_id: PatientId,
    patient_name: String,
    kind: MessageKind,
    #[schema(required)]
    reason: Option<MessageReason>,
    /// When the visit starts, as the message says.
    starts_at: DateTime<Utc>,
}

/// What failed or came back, and what is not sent because the patient's address gets no more mail.
fn is_to_see() -> Condition {
    Condition::any()
        .add(Column::Status.is_in([MessageStatus::Failed, MessageStatus::Bounced]))
        .add(Column::Reason.is_in([MessageReason::Returned, MessageReason::Complained]))
}

/// The visit that is soonest comes first.
///
/// # Errors
/// When the database is out of reach.
pub async fn failed(tx: &ClinicTx, now: DateTime<Utc>) -> Result<Vec<MessageToSee>> {
    let rows = Entity::find()
        .filter(is_to_see())
        .filter(Column::StartsAt.gt(now))
        .order_by_asc(Column::StartsAt)
        .order_by_asc(Column::Id)
        .limit(MAX_ROWS)
        .all(tx)
        .await?;
    let persons = patients::persons(tx, rows.iter().map(|row| row.patient_id)).await?;
    let failed = rows.into_iter().filter_map(|row| {
        let person = persons.get(&row.patient_id)?;
        Some(MessageToSee {
            id: row.id,
            patient_id: person.id,
            patient_name: person.full_name(),
            kind: row.kind,
            reason: row.reason,
            starts_at: row.starts_at,
        })
    });
    Ok(failed.collect())
}
