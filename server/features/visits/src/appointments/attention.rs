//! Coming visits that need attention: without a valid exam, with an estimate due, or with a request for another time.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use entity::{
    clinic::{
        appointment::{Column, Entity},
        estimate, estimate_void, patient, patient_coverage,
    },
    ids::{AppointmentId, PatientId},
    words::{AppointmentStatus, ClearanceStatus, Coverage},
};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, PaginatorTrait, QueryFilter, QuerySelect, Select,
    sea_query::{Expr, ExprTrait, Query, SelectStatement},
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    badges::{ExamColumns, needing_exam},
    booked::{Booked, by_start},
};
use base::{error::Result, local_time::start_of};
use money::estimate_clocks;
use tenancy::{ClinicTx, Work};

/// The most rows of a kind. A screen shows only the first few.
const MAX_ROWS: u64 = 50;

/// How many days after today are checked for missing exams, so that there is time to plan one. The screen names the number.
const EXAMS_AHEAD: TimeDelta = TimeDelta::days(7);
/// How far ahead visits are searched for estimates, and how many days before its due date an estimate is listed.
const ESTIMATES_AHEAD: TimeDelta = TimeDelta::days(60);
const ESTIMATES_NAMED: TimeDelta = TimeDelta::days(3);
/// An estimate up to this age covers a new visit.
const ESTIMATES_COVER: TimeDelta = TimeDelta::days(365);

/// A visit of a client without an exam that is valid at its start.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExamNeeded {
    appointment_id: AppointmentId,
    pub patient_id: PatientId,
    patient_name: String,
    service: String,
    starts_at: DateTime<Utc>,
    exam: ClearanceStatus,
}

/// A client who must get an estimate before the visit (45 CFR 149.610).
#[derive(Debug, Serialize, ToSchema)]
pub struct EstimateDue {
    pub patient_id: PatientId,
    patient_name: String,
    starts_at: DateTime<Utc>,
    due_on: NaiveDate,
}

/// A visit for which the client asks for another time.
#[derive(Debug, Serialize, ToSchema)]
pub struct MoveAsked {
    appointment_id: AppointmentId,
    pub patient_id: PatientId,
    patient_name: String,
    starts_at: DateTime<Utc>,
    asked_at: DateTime<Utc>,
}

/// An online request that nobody has answered.
#[derive(Debug, Serialize, ToSchema)]
pub struct RequestAsked {
    appointment_id: AppointmentId,
    pub patient_id: PatientId,
    patient_name: String,
    service: String,
    starts_at: DateTime<Utc>,
    asked_at: DateTime<Utc>,
}

#[derive(FromQueryResult)]
struct Examined {
    #[sea_orm(nested)]
    booked: Booked,
    #[sea_orm(nested)]
    exam: ExamColumns,
}

/// The visits of the next days without a valid exam.
pub async fn exams_needed(work: Work<'_>) -> Result<Vec<ExamNeeded>> {
    let (Work { tx, now, .. }, zone) = (work, work.zone());
    let after = start_of(work.today() + EXAMS_AHEAD + TimeDelta::days(1), zone);
    let rows: Vec<Examined> = needing_exam(by_start(expected(now, after), None)).into_model().all(tx).await?;
    let needed = rows.into_iter().filter_map(|Examined { booked, exam }| {
        let status = exam.status(booked.appointment.starts_at, zone);
        let name = name_of(&booked);
        (!status.clears()).then_some(ExamNeeded {
            appointment_id: booked.appointment.id,
            patient_id: booked.person_id,
            patient_name: name,
            service: booked.appointment.service,
            starts_at: booked.appointment.starts_at,
            exam: status,
        })
    });
    Ok(needed.take(usize::try_from(MAX_ROWS).unwrap_or_default()).collect())
}

/// The estimates that are due within three days or overdue, by the start of the visit, and their number. Each client is listed once.
/// Only clients with unknown coverage are listed, because `estimate_clocks` lists the others.
pub async fn estimates_due(work: Work<'_>) -> Result<(Vec<EstimateDue>, usize)> {
    let Work { tx, now, .. } = work;
    let wanted = expected(now, now + ESTIMATES_AHEAD)
        .filter(Expr::not_exists(estimate_since(now - ESTIMATES_COVER)))
        .filter(Expr::not_exists(known_coverage()));
    let rows: Vec<Booked> = by_start(wanted, None).into_model().all(tx).await?;
    let last = work.day_of(now + ESTIMATES_NAMED);
    let first = rows.iter().map(|booked| booked.appointment.created_at).min().unwrap_or(now);
    let closed = estimate_clocks::closed_days(tx, work.day_of(first)).await?;
    let mut due: Vec<EstimateDue> = Vec::new();
    for booked in rows {
        let row = &booked.appointment;
        let (booked_on, visit_on) = (work.day_of(row.created_at), work.day_of(row.starts_at));
        let Some(due_on) = estimate_clocks::when_scheduled(booked_on, visit_on, &closed) else {
            continue;
        };
        if due_on > last || due.iter().any(|one| one.patient_id == booked.person_id) {
            continue;
        }
        let patient_name = name_of(&booked);
        due.push(EstimateDue { patient_id: booked.person_id, patient_name, starts_at: row.starts_at, due_on });
    }
    let total = due.len();
    due.truncate(usize::try_from(MAX_ROWS).unwrap_or_default());
    Ok((due, total))
}

/// The visits for which a client has asked for another time.
pub async fn moves_asked(tx: &ClinicTx, now: DateTime<Utc>) -> Result<Vec<MoveAsked>> {
    let wanted = Entity::find()
        .filter(Column::MoveAskedAt.is_not_null())
        .filter(Column::StartsAt.gt(now))
        .filter(Column::Status.is_in([AppointmentStatus::Booked, AppointmentStatus::Confirmed]));
    let rows: Vec<Booked> = by_start(wanted, None).limit(MAX_ROWS).into_model().all(tx).await?;
    let asked = rows.into_iter().filter_map(|booked| {
        Some(MoveAsked {
            appointment_id: booked.appointment.id,
            patient_id: booked.person_id,
            patient_name: name_of(&booked),
            starts_at: booked.appointment.starts_at,
            asked_at: booked.appointment.move_asked_at?,
        })
    });
    Ok(asked.collect())
}

/// The online requests that nobody has answered, by the requested time.
pub async fn requests_asked(tx: &ClinicTx, now: DateTime<Utc>) -> Result<Vec<RequestAsked>> {
    let rows: Vec<Booked> = by_start(open_requests(now), None).limit(MAX_ROWS).into_model().all(tx).await?;
    let asked = rows.into_iter().filter_map(|booked| {
        Some(RequestAsked {
            appointment_id: booked.appointment.id,
            patient_id: booked.person_id,
            patient_name: name_of(&booked),
            asked_at: booked.appointment.requested_at?,
            service: booked.appointment.service,
            starts_at: booked.appointment.starts_at,
        })
    });
    Ok(asked.collect())
}

/// How many online requests nobody has answered.
pub async fn count_requests(tx: &ClinicTx, now: DateTime<Utc>) -> Result<u64> {
    Ok(open_requests(now).count(tx).await?)
}

/// The unanswered requests for a time in the future. An answer to a past one has no use.
fn open_requests(now: DateTime<Utc>) -> Select<Entity> {
    Entity::find()
        .filter(Column::RequestedAt.is_not_null())
        .filter(Column::StartsAt.gt(now))
        .filter(Column::Status.is_in([AppointmentStatus::Booked, AppointmentStatus::Confirmed]))
}

fn name_of(booked: &Booked) -> String {
    format!("{} {}", booked.first_name, booked.last_name)
}

/// The visits before `until` that are still to take place.
fn expected(now: DateTime<Utc>, until: DateTime<Utc>) -> Select<Entity> {
    Entity::find()
        .filter(Column::StartsAt.gt(now))
        .filter(Column::StartsAt.lt(until))
        .filter(Column::Status.is_in([AppointmentStatus::Booked, AppointmentStatus::Confirmed]))
}

/// Selects a row if the coverage of the appointment's patient is known.
fn known_coverage() -> SelectStatement {
    use patient_coverage::{Column as Noted, Entity as Coverages};
    let of_person = patient::Entity::ids_of_person(Expr::col((Entity, Column::PatientId)));
    Query::select()
        .expr(Expr::val(1))
        .from(Coverages)
        .and_where(Expr::col((Coverages, Noted::PatientId)).in_subquery(of_person))
        .and_where(Expr::col((Coverages, Noted::Coverage)).ne(Coverage::Unknown.as_str()))
        .take()
}

/// Selects the estimates of the appointment's patient that changed after `since` and are not void.
fn estimate_since(since: DateTime<Utc>) -> SelectStatement {
    let column = |column| Expr::col((estimate::Entity, column));
    let void = Query::select()
        .expr(Expr::val(1))
        .from(estimate_void::Entity)
        .and_where(Expr::col((estimate_void::Entity, estimate_void::Column::EstimateId)).eq(estimate::Entity::root()))
        .take();
    let of_person = patient::Entity::ids_of_person(Expr::col((Entity, Column::PatientId)));
    Query::select()
        .expr(Expr::val(1))
        .from(estimate::Entity)
        .and_where(column(estimate::Column::PatientId).in_subquery(of_person))
        .and_where(column(estimate::Column::UpdatedAt).gt(since))
        .and_where(Expr::not_exists(void))
        .take()
}
