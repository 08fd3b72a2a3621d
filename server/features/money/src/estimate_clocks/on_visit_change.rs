//! Keeps the deadline of a visit up to date. Booking starts one if the patient pays without insurance, moving recalculates it,
//! and canceling closes it. A new provider or service after the estimate was issued starts another one.

use chrono::NaiveDate;
use entity::{
    clinic::{appointment, estimate_clock},
    ids::{AppointmentId, PatientId},
    words::{AppointmentStatus, ClockCause, ClockEnding, Coverage},
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, FromQueryResult, IntoActiveModel, QueryFilter,
};

use super::{
    clocks::{End, Start, close, closed_days, coverage_of, endings_of_visit, open_of_visit, start},
    due::{when_asked, when_changed, when_scheduled},
    sql,
};
use base::error::Result;
use tenancy::Work;

/// Updates the deadline of a visit after a change.
pub async fn follow(work: Work<'_>, before: Option<&appointment::Model>, after: &appointment::Model) -> Result<()> {
    let (Work { tx, now, .. }, by) = (work, work.member_name());
    let open = open_of_visit(tx, after.id).await?;
    if after.status.is_free() {
        if let Some(clock) = open {
            close(tx, clock, End { ending: ClockEnding::Cancelled, at: now, by, note: None }).await?;
        }
        return Ok(());
    }
    let moved = before.is_some_and(|before| before.starts_at != after.starts_at);
    if let Some(clock) = open {
        if moved {
            move_clock(work, clock, work.day_of(after.starts_at)).await?;
        }
        return Ok(());
    }
    // A request is not a visit before the clinic has accepted it, and no estimate is owed once the visit has begun.
    if after.requested_at.is_some()
        || after.starts_at <= now
        || coverage_of(tx, after.patient_id).await? != Coverage::SelfPay
    {
        return Ok(());
    }
    let (today, visit_on) = (work.today(), work.day_of(after.starts_at));
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
        Some(due_on) => start(work, after.patient_id, Some(after), Start { cause, at: now, by, due_on }).await,
        None => Ok(()),
    }
}

/// Recalculates a deadline for the visit's new day. If the new day alone would require no estimate, the former deadline stays.
async fn move_clock(work: Work<'_>, clock: estimate_clock::Model, visit_on: NaiveDate) -> Result<()> {
    let started = work.day_of(clock.started_at);
    let closed = &closed_days(work.tx, started).await?;
    let due_on = match clock.cause {
        ClockCause::Scheduled => when_scheduled(started, visit_on, closed),
        ClockCause::Changed => when_changed(started, visit_on, closed),
        ClockCause::Asked => None,
    };
    let asked = clock.asked_at.map(|at| when_asked(work.day_of(at), closed));
    let due_on = due_on.map_or(clock.due_on, |due| asked.map_or(due, |asked| due.min(asked)));
    let mut row = clock.into_active_model();
    row.service_on = Set(Some(visit_on));
    row.due_on = Set(due_on);
    row.update(work.tx).await?;
    Ok(())
}

#[derive(FromQueryResult)]
struct WithoutClock {
    id: AppointmentId,
}

/// Starts the missing deadlines of coming visits of patients without insurance: of one person whose coverage was just recorded,
/// or of everybody, for bookings by a server of the previous release. They count from the booking.
pub(super) async fn start_missing(work: Work<'_>, person: Option<PatientId>) -> Result<()> {
    use appointment::{Column, Entity};
    let Work { tx, now, .. } = work;
    let found = WithoutClock::find_by_statement(sql::visits_without_clock(person, now)).all(tx).await?;
    let ids: Vec<AppointmentId> = found.into_iter().map(|row| row.id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let visits = Entity::find()
        .filter(Column::Id.is_in(ids))
        .filter(Column::Status.is_in([AppointmentStatus::Booked, AppointmentStatus::Confirmed]));
    for visit in visits.all(tx).await? {
        let booked_on = work.day_of(visit.created_at);
        let closed = closed_days(tx, booked_on).await?;
        if let Some(due_on) = when_scheduled(booked_on, work.day_of(visit.starts_at), &closed) {
            let by = work.member_name();
            let begun = Start { cause: ClockCause::Scheduled, at: visit.created_at, by, due_on };
            start(work, visit.patient_id, Some(&visit), begun).await?;
        }
    }
    Ok(())
}
