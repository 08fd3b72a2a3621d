//! Messages that did not reach the patient, for every list of them. Also those about coming visits, for which somebody has to
//! call.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::message::{Column, Entity, Model},
    ids::PatientId,
    words::{MessageKind, MessageReason, MessageStatus},
};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;

use base::error::Result;
use people::patients;
use tenancy::ClinicTx;

/// The most that are listed: a screen shows the first few.
const MAX_ROWS: u64 = 50;

/// A message that did not reach the patient, about a visit that is still to come.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessageToSee {
    id: i64,
    pub patient_id: PatientId,
    patient_name: String,
    kind: MessageKind,
    reason: Option<MessageReason>,
    /// When the visit starts, as the message says.
    starts_at: DateTime<Utc>,
}

/// A message that waits for longer is not sent any more, because its job gave up.
const GIVEN_UP_AFTER: TimeDelta = TimeDelta::days(3);

/// Messages that failed or came back, those dropped because the address gets no more mail or because the visit begins before the
/// quiet hours end, and those that should have been sent long ago.
pub(super) fn is_undelivered(now: DateTime<Utc>) -> Condition {
    let is_left =
        Condition::all().add(Column::Status.eq(MessageStatus::Waiting)).add(Column::DueAt.lt(now - GIVEN_UP_AFTER));
    Condition::any()
        .add(Column::Status.is_in([MessageStatus::Failed, MessageStatus::Bounced]))
        .add(Column::Reason.is_in([MessageReason::Returned, MessageReason::Complained]))
        .add(is_kept_back())
        .add(is_left)
}

/// News that was not sent because the visit begins before the quiet hours end. Somebody calls, or has it sent anyway.
fn is_kept_back() -> Condition {
    Condition::all()
        .add(Column::Status.eq(MessageStatus::Dropped))
        .add(Column::Reason.eq(MessageReason::QuietHours))
        .add(Column::Kind.is_in([MessageKind::Booked, MessageKind::Moved, MessageKind::Cancelled]))
}

/// Whether a message still waits for its job, which tries again by itself.
pub(super) fn is_under_way(message: &Model, now: DateTime<Utc>) -> bool {
    message.status == MessageStatus::Waiting && message.due_at >= now - GIVEN_UP_AFTER
}

/// Messages about coming visits that did not reach the patient, the earliest visit first.
pub async fn failed(tx: &ClinicTx, now: DateTime<Utc>) -> Result<Vec<MessageToSee>> {
    let rows = Entity::find()
        .filter(is_undelivered(now))
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
