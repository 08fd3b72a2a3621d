//! Coming visits that need attention: no valid exam, an estimate that is due, or a patient who asks for another time.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{
        appointment::{Column, Entity},
        estimate, estimate_void, patient, patient_coverage,
    },
    ids::{AppointmentId, PatientId},
    words::{AppointmentStatus, ClearanceStatus, Coverage},
};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QuerySelect, Select,
    sea_query::{Expr, ExprTrait, Query, SelectStatement},
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    booked::{Booked, by_start},
    marks::{ExamColumns, needing_exam},
};
use crate::{
    features::estimate_clocks,
    foundation::{error::Result, local_time::start_of, tenancy::ClinicTx},
};

/// The most rows of a kind: a screen shows the first few.
const MAX_ROWS: u64 = 50;

/// How many days after today are checked for missing exams: enough to plan one. The screen names the number.
const EXAMS_AHEAD: TimeDelta = TimeDelta::days(7);
/// How far ahead visits are searched for estimates, and how many days before its due date an estimate is listed.
const ESTIMATES_AHEAD: TimeDelta = TimeDelta::days(60);
const ESTIMATES_NAMED: TimeDelta = TimeDelta::days(3);
/// An estimate up to this age covers a new visit.
const ESTIMATES_COVER: TimeDelta = TimeDelta::days(365);

/// A visit whose client has no exam that is valid then.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExamNeeded {
    #[schema(value_type = i64)]
    appointment_id: AppointmentId,
    #[schema(value_type = i64)]
    pub patient_id: PatientId,
    patient_name: String,
    service: String,
    starts_at: DateTime<Utc>,
    exam: ClearanceStatus,
}

/// A client for whom an estimate is to be given before the visit (45 CFR 149.610).
#[derive(Debug, Serialize, ToSchema)]
pub struct EstimateDue {
    #[schema(value_type = i64)]
    pub patient_id: PatientId,
    patient_name: String,
    starts_at: DateTime<Utc>,
    due_on: NaiveDate,
}

/// A visit for which the client asks for another time.
#[derive(Debug, Serialize, ToSchema)]
pub struct MoveAsked {
    #[schema(value_type = i64)]
    appointment_id: AppointmentId,
    #[schema(value_type = i64)]
    pub patient_id: PatientId,
    patient_name: String,
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

/// The visits of the next days whose client has no valid exam.
///
/// # Errors
/// When the database is out of reach.
pub async fn exams_needed(tx: &ClinicTx, now: DateTime<Utc>, zone: Tz) -> Result<Vec<ExamNeeded>> {
    let after = start_of(now.with_timezone(&zone).date_naive() + EXAMS_AHEAD + TimeDelta::days(1), zone);
    let rows: Vec<Examined> = needing_exam(by_start(expected(now, after), None)).into_model().all(tx).await?;
    let needed = rows.into_iter().filter_map(|Examined { booked, exam }| {
        let mark = exam.mark(booked.appointment.starts_at, zone);
        let name = name_of(&booked);
        (!mark.clears()).then_some(ExamNeeded {
            appointment_id: booked.appointment.id,
            patient_id: booked.person_id,
            patient_name: name,
            service: booked.appointment.service,
            starts_at: booked.appointment.starts_at,
            exam: mark,
        })
    });
    Ok(needed.take(usize::try_from(MAX_ROWS).unwrap_or_default()).collect())
}

/// The estimates that are due within three days or were due before, each client once, by the start of the visit: of clients whose
/// coverage nobody has asked about, and how many of them there are. Of others `estimate_clocks` knows it.
///
/// # Errors
/// When the database is out of reach.
pub async fn estimates_due(tx: &ClinicTx, now: DateTime<Utc>, zone: Tz) -> Result<(Vec<EstimateDue>, usize)> {
    let wanted = expected(now, now + ESTIMATES_AHEAD)
        .filter(Expr::not_exists(estimate_since(now - ESTIMATES_COVER)))
        .filter(Expr::not_exists(known_coverage()));
    let rows: Vec<Booked> = by_start(wanted, None).into_model().all(tx).await?;
    let last = (now + ESTIMATES_NAMED).with_timezone(&zone).date_naive();
    let first = rows.iter().map(|booked| booked.appointment.created_at).min().unwrap_or(now);
    let closed = estimate_clocks::closed_days(tx, first.with_timezone(&zone).date_naive()).await?;
    let mut due: Vec<EstimateDue> = Vec::new();
    for booked in rows {
        let day = |at: DateTime<Utc>| at.with_timezone(&zone).date_naive();
        let row = &booked.appointment;
        let Some(due_on) = estimate_clocks::when_scheduled(day(row.created_at), day(row.starts_at), &closed) else {
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
///
/// # Errors
/// When the database is out of reach.
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

/// That the coverage of the appointment's patient was noted.
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

/// An estimate of the appointment's patient that was made since then and counts.
fn estimate_since(since: DateTime<Utc>) -> SelectStatement {
    let column = |column| Expr::col((estimate::Entity, column));
    let root = sea_orm::sea_query::Func::coalesce([column(estimate::Column::RootId), column(estimate::Column::Id)]);
    let void = Query::select()
        .expr(Expr::val(1))
        .from(estimate_void::Entity)
        .and_where(Expr::col((estimate_void::Entity, estimate_void::Column::EstimateId)).eq(root))
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
