//! Notes that an appointment has changed, in the transaction of the change.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{appointment, appointment_told},
    ids::AppointmentId,
};
use sea_orm::{ActiveValue::Set, EntityTrait, sea_query::OnConflict};
use uuid::Uuid;

use super::{job::VisitMessages, plan::HELD_FOR, settings};
use crate::foundation::{error::Result, jobs, tenancy::ClinicTx};

/// What the patient may know of an appointment before a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnnouncedStart {
    /// There was none, it was cancelled, or it is a request without an answer.
    Nothing,
    Start(DateTime<Utc>),
}

impl AnnouncedStart {
    /// The start that the patient was told at the desk when this appointment was booked.
    pub fn from_model(row: &appointment::Model) -> Self {
        if row.status.is_free() || row.requested_at.is_some() { Self::Nothing } else { Self::Start(row.starts_at) }
    }

    pub(super) fn starts_at(self) -> Option<DateTime<Utc>> {
        match self {
            Self::Nothing => None,
            Self::Start(at) => Some(at),
        }
    }
}

/// Notes that appointments were booked, one or a series. The patient is told a little later of those that are still booked
/// then. Nothing happens while the clinic sends no messages.
///
/// # Errors
/// When the database is out of reach.
pub async fn note_bookings(tx: &ClinicTx, clinic: Uuid, now: DateTime<Utc>, rows: &[appointment::Model]) -> Result<()> {
    let coming: Vec<_> = rows.iter().filter(|row| row.starts_at > now).collect();
    if coming.is_empty() || !settings::current(tx, now).await?.enabled {
        return Ok(());
    }
    let told = coming.iter().map(|row| new_announcement(row.id, AnnouncedStart::Nothing, now));
    appointment_told::Entity::insert_many(told).exec_without_returning(tx).await?;
    for row in coming {
        let job = VisitMessages { appointment: row.id, patient: row.patient_id };
        jobs::enqueue_at(tx, clinic, now, now + HELD_FOR, &job).await?;
    }
    Ok(())
}

/// Notes that an appointment was moved, cancelled or taken back, with what was known before. The patient is told a
/// little later, if it is still so then. Nothing happens while the clinic sends no messages.
///
/// # Errors
/// When the database is out of reach.
pub async fn note_change(
    tx: &ClinicTx,
    clinic: Uuid,
    now: DateTime<Utc>,
    before: AnnouncedStart,
    after: &appointment::Model,
) -> Result<()> {
    let is_over = after.starts_at <= now && before.starts_at().is_none_or(|start| start <= now);
    if is_over || !settings::current(tx, now).await?.enabled {
        return Ok(());
    }
    // Where a message was sent before, the start that it said stays stored.
    let told = OnConflict::column(appointment_told::Column::AppointmentId)
        .update_column(appointment_told::Column::ChangedAt)
        .to_owned();
    note(tx, clinic, now, after, before, told).await
}

/// Notes that a visit was completed, or is not any more: what its service sends afterwards is sent a little later, if it is
/// still so then. Nothing happens while the clinic sends no messages.
///
/// # Errors
/// When the database is out of reach.
pub async fn note_completion(
    tx: &ClinicTx,
    clinic: Uuid,
    now: DateTime<Utc>,
    visit: &appointment::Model,
) -> Result<()> {
    if !settings::current(tx, now).await?.enabled {
        return Ok(());
    }
    let there = OnConflict::column(appointment_told::Column::AppointmentId).do_nothing().to_owned();
    note(tx, clinic, now, visit, AnnouncedStart::from_model(visit), there).await
}

/// Marks the present state of an appointment as known to the patient, because somebody has told them or nobody is to. Messages
/// about earlier changes are not sent any more; reminders still are.
///
/// # Errors
/// When the database is out of reach.
pub async fn mark_as_announced(
    tx: &ClinicTx,
    clinic: Uuid,
    now: DateTime<Utc>,
    before: AnnouncedStart,
    after: &appointment::Model,
) -> Result<()> {
    let is_over = after.starts_at <= now && before.starts_at().is_none_or(|start| start <= now);
    if is_over || !settings::current(tx, now).await?.enabled {
        return Ok(());
    }
    let known = OnConflict::column(appointment_told::Column::AppointmentId)
        .update_columns([appointment_told::Column::KnownStartsAt, appointment_told::Column::ChangedAt])
        .to_owned();
    note(tx, clinic, now, after, AnnouncedStart::from_model(after), known).await
}

pub(super) fn new_announcement(
    id: AppointmentId,
    known: AnnouncedStart,
    now: DateTime<Utc>,
) -> appointment_told::ActiveModel {
    appointment_told::ActiveModel {
        appointment_id: Set(id),
        known_starts_at: Set(known.starts_at()),
        news: Set(0),
        changed_at: Set(now),
    }
}

/// Stores what the patient knows of a visit, and enqueues the job that plans its messages. `conflict` says what changes where a
/// row exists already.
async fn note(
    tx: &ClinicTx,
    clinic: Uuid,
    now: DateTime<Utc>,
    visit: &appointment::Model,
    known: AnnouncedStart,
    conflict: OnConflict,
) -> Result<()> {
    let row = new_announcement(visit.id, known, now);
    appointment_told::Entity::insert(row).on_conflict(conflict).exec_without_returning(tx).await?;
    let job = VisitMessages { appointment: visit.id, patient: visit.patient_id };
    jobs::enqueue_at(tx, clinic, now, now + HELD_FOR, &job).await
}
