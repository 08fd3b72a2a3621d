//! When a recall is due, and the hourly run that plans its messages.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{appointment, appointment_told, patient, recall_skip},
    ids::{AppointmentId, MemberId, PatientId, ServiceId},
    words::{AppointmentStatus, MessageReason, MessageStatus},
};
use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult, PaginatorTrait, QueryFilter, sea_query::OnConflict};
use uuid::Uuid;

use super::super::{
    changes::{AnnouncedStart, new_announcement},
    job::VisitMessages,
    plan::RECALLED_WITHIN,
    settings,
};
use super::sql;
use crate::foundation::{
    error::Result,
    jobs,
    local_time::first_at,
    state::App,
    tenancy::{ClinicTx, enter_for_job},
};

/// How many recalls one run plans; the others follow in the next one.
const AT_ONCE: i64 = 200;

/// A patient whose recall is due.
#[derive(Debug, FromQueryResult)]
pub(super) struct DueRecall {
    pub(super) appointment_id: AppointmentId,
    pub(super) last_visit_at: DateTime<Utc>,
    pub(super) service_id: ServiceId,
    pub(super) service: String,
    pub(super) due_on: NaiveDate,
    pub(super) provider_id: Option<MemberId>,
    pub(super) recall_weeks: i32,
    pub(super) patient_id: PatientId,
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) phone: Option<String>,
    pub(super) email: Option<String>,
    pub(super) message_status: Option<MessageStatus>,
    pub(super) message_reason: Option<MessageReason>,
    pub(super) sent_at: Option<DateTime<Utc>>,
}

/// The day that many weeks after a visit, at this time of day.
pub(in super::super) fn due_at(visit: DateTime<Utc>, weeks: i32, time: NaiveTime, zone: Tz) -> DateTime<Utc> {
    let day = visit.with_timezone(&zone).date_naive();
    let days = u64::from(weeks.unsigned_abs()) * 7;
    first_at(day.checked_add_days(Days::new(days)).unwrap_or(day).and_time(time), zone)
}

/// Whether the patient is to be reminded of the visit after this one, and if not, why: a further one took place or is booked,
/// the clinic has said not this time, or the record is archived.
///
/// # Errors
/// When the database is out of reach.
pub(in super::super) async fn is_wanted(
    tx: &ClinicTx,
    visit: &appointment::Model,
    person: &patient::Model,
) -> Result<std::result::Result<(), MessageReason>> {
    use appointment::Column;
    if person.archived_at.is_some() {
        return Ok(Err(MessageReason::Archived));
    }
    if recall_skip::Entity::find_by_id(visit.id).one(tx).await?.is_some() {
        return Ok(Err(MessageReason::Skipped));
    }
    let further = appointment::Entity::find()
        .filter(Column::PatientId.in_subquery(patient::Entity::ids_of(person.id)))
        .filter(Column::ServiceId.eq(visit.service_id))
        .filter(Column::StartsAt.gt(visit.starts_at))
        .filter(Column::Status.is_not_in(AppointmentStatus::FREE))
        .count(tx)
        .await?;
    Ok(if further > 0 { Err(MessageReason::VisitBooked) } else { Ok(()) })
}

/// Those for whom it has become time since `first`.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn due(
    tx: &ClinicTx,
    (first, today): (NaiveDate, NaiveDate),
    zone: Tz,
    most: i64,
    is_unsent: bool,
) -> Result<Vec<DueRecall>> {
    Ok(DueRecall::find_by_statement(sql::due(first, today, zone, most, is_unsent)).all(tx).await?)
}

/// Plans the recalls that have become due, once an hour. The job of the last visit decides whether and when a mail is sent.
///
/// # Errors
/// When the database is out of reach.
pub async fn send_recalls(app: &App, clinic: Uuid, now: DateTime<Utc>) -> Result<()> {
    let entered = enter_for_job(&app.tenants.db, clinic).await?;
    let (tx, zone) = (&entered.tx, entered.clinic.time_zone);
    let settings = settings::current(tx, now).await?;
    if !settings.enabled || !settings.recall {
        return Ok(());
    }
    let day = |at: DateTime<Utc>| at.with_timezone(&zone).date_naive();
    let since = day(now - RECALLED_WITHIN + TimeDelta::days(1));
    for row in due(tx, (since, day(now)), zone, AT_ONCE, true).await? {
        if due_at(row.last_visit_at, row.recall_weeks, settings.reminder_at, zone) > now {
            continue;
        }
        // The visit may be from before the clinic sent messages.
        let there = OnConflict::column(appointment_told::Column::AppointmentId).do_nothing().to_owned();
        let told = new_announcement(row.appointment_id, AnnouncedStart::Start(row.last_visit_at), now);
        appointment_told::Entity::insert(told).on_conflict(there).exec_without_returning(tx).await?;
        let job = VisitMessages { appointment: row.appointment_id, patient: row.patient_id };
        jobs::enqueue(tx, clinic, now, &job).await?;
    }
    entered.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_time_whole_weeks_later_at_the_same_time_by_the_clock() {
        let visit: DateTime<Utc> = "2026-10-20T02:30:00Z".parse().unwrap();
        let nine = NaiveTime::from_hms_opt(9, 0, 0).unwrap();
        // In New York that was the evening of the 19th; the clocks change in between.
        let due = due_at(visit, 4, nine, chrono_tz::America::New_York);
        assert_eq!(due, "2026-11-16T14:00:00Z".parse::<DateTime<Utc>>().unwrap());
    }
}
