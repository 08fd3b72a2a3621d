//! What a visit does to its clock: booking starts one for who pays alone, moving counts it again, cancelling closes it, and another
//! provider or service after the estimate was issued starts another one.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{appointment, estimate_clock},
    ids::{AppointmentId, PatientId},
    words::{AppointmentStatus, ClockCause, ClockEnding, Coverage},
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, FromQueryResult, IntoActiveModel, QueryFilter,
};

use super::{
    business_days::ClosedDays,
    clocks::{End, Start, close, closed_days, coverage_of, endings_of_visit, open_of_visit, start},
    due::{when_asked, when_changed, when_scheduled},
    sql,
};
use crate::foundation::{error::Result, tenancy::ClinicTx};

/// Brings the clock of a visit in line with what has happened to it. `by` is the member who did it; none for the patient.
///
/// # Errors
/// When the database is out of reach.
pub async fn follow(
    tx: &ClinicTx,
    (zone, now, by): (Tz, DateTime<Utc>, Option<String>),
    before: Option<&appointment::Model>,
    after: &appointment::Model,
) -> Result<()> {
    let open = open_of_visit(tx, after.id).await?;
    if after.status.is_free() {
        if let Some(clock) = open {
            close(tx, clock, End { ending: ClockEnding::Cancelled, at: now, by, note: None }).await?;
        }
        return Ok(());
    }
    let day = |at: DateTime<Utc>| at.with_timezone(&zone).date_naive();
    let moved = before.is_some_and(|before| before.starts_at != after.starts_at);
    if let Some(clock) = open {
        if moved {
            let started = day(clock.started_at);
            let closed = closed_days(tx, started).await?;
            move_clock(tx, clock, (started, day(after.starts_at)), &closed, day).await?;
        }
        return Ok(());
    }
    // A request is no visit before the clinic has accepted it, and nothing is announced once the visit has begun.
    if after.requested_at.is_some()
        || after.starts_at <= now
        || coverage_of(tx, after.patient_id).await? != Coverage::SelfPay
    {
        return Ok(());
    }
    let (today, visit_on) = (day(now), day(after.starts_at));
    let closed = closed_days(tx, today).await?;
    let endings = endings_of_visit(tx, after.id).await?;
    let was_met = endings.contains(&ClockEnding::Issued);
    let is_new = before.is_none_or(|before| before.status.is_free() || before.requested_at.is_some());
    let is_another =
        before.is_some_and(|before| before.provider_id != after.provider_id || before.service != after.service);
    let (cause, due_on) = match (was_met, is_another) {
        (true, true) => (ClockCause::Changed, when_changed(today, visit_on, &closed)),
        (false, _) if is_new || (moved && endings.is_empty()) => {
            (ClockCause::Scheduled, when_scheduled(today, visit_on, &closed))
        }
        _ => return Ok(()),
    };
    match due_on {
        Some(due_on) => start(tx, zone, after.patient_id, Some(after), Start { cause, at: now, by, due_on }).await,
        None => Ok(()),
    }
}

/// Counts a clock again for the day to which its visit was moved. What was owed stays owed when the new day alone would ask for nothing.
async fn move_clock(
    tx: &ClinicTx,
    clock: estimate_clock::Model,
    (started, visit_on): (NaiveDate, NaiveDate),
    closed: &ClosedDays,
    day: impl Fn(DateTime<Utc>) -> NaiveDate,
) -> Result<()> {
    let due_on = match clock.cause {
        ClockCause::Scheduled => when_scheduled(started, visit_on, closed),
        ClockCause::Changed => when_changed(started, visit_on, closed),
        ClockCause::Asked => None,
    };
    let asked = clock.asked_at.map(|at| when_asked(day(at), closed));
    let due_on = due_on.map_or(clock.due_on, |due| asked.map_or(due, |asked| due.min(asked)));
    let mut row = clock.into_active_model();
    row.service_on = Set(Some(visit_on));
    row.due_on = Set(due_on);
    row.update(tx).await?;
    Ok(())
}

#[derive(FromQueryResult)]
struct WithoutClock {
    id: AppointmentId,
}

/// Starts the clocks that are missing for coming visits of those who pay alone: of one person, whose coverage somebody has just noted,
/// or of everybody, for bookings by a server of the release before. They count from the booking.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn start_missing(
    tx: &ClinicTx,
    (zone, now, by): (Tz, DateTime<Utc>, Option<String>),
    person: Option<PatientId>,
) -> Result<()> {
    use appointment::{Column, Entity};
    let found = WithoutClock::find_by_statement(sql::visits_without_clock(person, now)).all(tx).await?;
    let ids: Vec<AppointmentId> = found.into_iter().map(|row| row.id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let visits = Entity::find()
        .filter(Column::Id.is_in(ids))
        .filter(Column::Status.is_in([AppointmentStatus::Booked, AppointmentStatus::Confirmed]));
    let day = |at: DateTime<Utc>| at.with_timezone(&zone).date_naive();
    for visit in visits.all(tx).await? {
        let booked_on = day(visit.created_at);
        let closed = closed_days(tx, booked_on).await?;
        if let Some(due_on) = when_scheduled(booked_on, day(visit.starts_at), &closed) {
            let begun = Start { cause: ClockCause::Scheduled, at: visit.created_at, by: by.clone(), due_on };
            start(tx, zone, visit.patient_id, Some(&visit), begun).await?;
        }
    }
    Ok(())
}
