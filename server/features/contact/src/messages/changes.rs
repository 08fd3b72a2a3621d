//! Notes that an appointment has changed, in the transaction of the change.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{appointment, appointment_told},
    ids::AppointmentId,
};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, EntityTrait, QueryFilter,
    sea_query::{Expr, OnConflict},
};

use super::{job::VisitMessages, plan::HELD_FOR, settings};
use base::error::Result;
use tenancy::Work;

/// What the patient may know of an appointment before a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnnouncedStart {
    /// There was no appointment, it was canceled, or it is a request without an answer.
    Nothing,
    Start(DateTime<Utc>),
}

impl AnnouncedStart {
    /// The start that the desk told the patient when this appointment was booked.
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

/// Records that appointments were booked, one or a series. A message goes out a little later for those that are still booked
/// then. Does nothing if the clinic sends no messages.
pub async fn note_bookings(work: Work<'_>, rows: &[appointment::Model]) -> Result<()> {
    let Work { tx, now, .. } = work;
    let coming: Vec<_> = rows.iter().filter(|row| row.starts_at > now).collect();
    if coming.is_empty() || !settings::current(tx).await?.enabled {
        return Ok(());
    }
    let told = coming.iter().map(|row| new_announcement(row.id, AnnouncedStart::Nothing, now));
    appointment_told::Entity::insert_many(told).exec_without_returning(tx).await?;
    for row in coming {
        let job = VisitMessages { appointment: row.id, patient: row.patient_id };
        outbox::enqueue_at(tx, work.clinic.id, now, now + HELD_FOR, &job).await?;
    }
    Ok(())
}

/// Records that an appointment was moved, canceled or restored, with the start known before. A message goes out a little later if
/// the change still holds then. Does nothing if the clinic sends no messages.
pub async fn note_change(work: Work<'_>, before: AnnouncedStart, after: &appointment::Model) -> Result<()> {
    let Work { tx, now, .. } = work;
    let is_over = after.starts_at <= now && before.starts_at().is_none_or(|start| start <= now);
    if is_over || !settings::current(tx).await?.enabled {
        return Ok(());
    }
    // If a message was sent before, the start it named stays stored.
    let told = OnConflict::column(appointment_told::Column::AppointmentId)
        .update_columns([appointment_told::Column::ChangedAt, appointment_told::Column::AtOnce])
        .to_owned();
    note(work, after, before, told).await
}

/// As [`note_change`], but the patient is also told during the quiet hours.
pub async fn note_urgent_change(work: Work<'_>, before: AnnouncedStart, after: &appointment::Model) -> Result<()> {
    note_change(work, before, after).await?;
    appointment_told::Entity::update_many()
        .col_expr(appointment_told::Column::AtOnce, Expr::val(true))
        .filter(appointment_told::Column::AppointmentId.eq(after.id))
        .exec(work.tx)
        .await?;
    Ok(())
}

/// Records that a visit was completed or reopened. The aftercare of its service goes out a little later if the visit is still
/// completed then. Does nothing if the clinic sends no messages.
pub async fn note_completion(work: Work<'_>, visit: &appointment::Model) -> Result<()> {
    if !settings::current(work.tx).await?.enabled {
        return Ok(());
    }
    let there = OnConflict::column(appointment_told::Column::AppointmentId).do_nothing().to_owned();
    note(work, visit, AnnouncedStart::from_model(visit), there).await
}

/// Marks the present state of an appointment as known to the patient, because somebody has told the patient or nobody should.
/// Earlier changes are no longer announced; reminders still are.
pub async fn mark_as_announced(work: Work<'_>, before: AnnouncedStart, after: &appointment::Model) -> Result<()> {
    let Work { tx, now, .. } = work;
    let is_over = after.starts_at <= now && before.starts_at().is_none_or(|start| start <= now);
    if is_over || !settings::current(tx).await?.enabled {
        return Ok(());
    }
    let known = OnConflict::column(appointment_told::Column::AppointmentId)
        .update_columns([
            appointment_told::Column::KnownStartsAt,
            appointment_told::Column::ChangedAt,
            appointment_told::Column::AtOnce,
        ])
        .to_owned();
    note(work, after, AnnouncedStart::from_model(after), known).await
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
        at_once: Set(false),
    }
}

/// Stores what the patient knows of a visit, and enqueues the job that plans its messages. `conflict` says what changes if the
/// row exists already.
async fn note(work: Work<'_>, visit: &appointment::Model, known: AnnouncedStart, conflict: OnConflict) -> Result<()> {
    let Work { tx, now, .. } = work;
    let row = new_announcement(visit.id, known, now);
    appointment_told::Entity::insert(row).on_conflict(conflict).exec_without_returning(tx).await?;
    let job = VisitMessages { appointment: visit.id, patient: visit.patient_id };
    outbox::enqueue_at(tx, work.clinic.id, now, now + HELD_FOR, &job).await
}
