//! Reading and starting deadlines.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::{
        appointment,
        estimate_clock::{ActiveModel, Column, Entity, Model},
        patient, patient_coverage,
    },
    ids::{AppointmentId, PatientId},
    words::{ClockCause, ClockEnding, Coverage},
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
    ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, Select,
    sea_query::OnConflict,
};

use super::business_days::ClosedDays;
use base::error::Result;
use contact::schedule;
use tenancy::{ClinicTx, Work};

/// The days from this one on that the clinic's own settings exclude as business days.
pub async fn closed_days(tx: &ClinicTx, from: NaiveDate) -> Result<ClosedDays> {
    Ok(schedule::closed_since(tx, from).await?.into_iter().collect())
}

/// Whether the person pays without insurance, as far as it is recorded.
pub(super) async fn coverage_of(tx: &ClinicTx, patient: PatientId) -> Result<Coverage> {
    let row = patient_coverage::Entity::of_person(patient).one(tx).await?;
    Ok(row.map_or(Coverage::Unknown, |row| row.coverage))
}

/// The open deadlines of a person, under any of the merged records.
pub(super) fn open_of(patient: PatientId) -> Select<Entity> {
    let theirs = patient::Entity::ids_of_person(patient);
    Entity::find().filter(Column::PatientId.in_subquery(theirs)).filter(Column::ClosedAt.is_null())
}

pub(super) async fn open_of_visit(tx: &ClinicTx, visit: AppointmentId) -> Result<Option<Model>> {
    let open = Entity::find().filter(Column::AppointmentId.eq(visit)).filter(Column::ClosedAt.is_null());
    Ok(open.one(tx).await?)
}

/// How the closed deadlines of a visit ended.
pub(super) async fn endings_of_visit(tx: &ClinicTx, visit: AppointmentId) -> Result<Vec<ClockEnding>> {
    let closed = Entity::find().filter(Column::AppointmentId.eq(visit)).filter(Column::ClosedAt.is_not_null());
    Ok(closed.all(tx).await?.into_iter().filter_map(|row| row.ending).collect())
}

/// The start of a deadline, its end and its cause.
pub(super) struct Start {
    pub cause: ClockCause,
    pub at: DateTime<Utc>,
    pub by: Option<String>,
    pub due_on: NaiveDate,
}

/// Starts the deadline of a visit, or of a question without a visit. If another one is already open, it stays, whichever of two
/// requests is first.
pub(super) async fn start(
    work: Work<'_>,
    patient: PatientId,
    visit: Option<&appointment::Model>,
    start: Start,
) -> Result<()> {
    let row = ActiveModel {
        id: NotSet,
        patient_id: Set(patient),
        appointment_id: Set(visit.map(|visit| visit.id)),
        cause: Set(start.cause),
        started_at: Set(start.at),
        started_by_name: Set(start.by),
        asked_at: Set((start.cause == ClockCause::Asked).then_some(start.at)),
        service_on: Set(visit.map(|visit| work.day_of(visit.starts_at))),
        due_on: Set(start.due_on),
        ..Default::default()
    };
    let there = OnConflict::new().do_nothing().to_owned();
    Entity::insert(row).on_conflict(there).exec_without_returning(work.tx).await?;
    Ok(())
}

/// How a deadline ends without an estimate.
pub(super) struct End {
    pub ending: ClockEnding,
    pub at: DateTime<Utc>,
    pub by: Option<String>,
    pub note: Option<String>,
}

pub(super) async fn close(tx: &ClinicTx, row: Model, end: End) -> Result<Model> {
    let mut row = row.into_active_model();
    row.closed_at = Set(Some(end.at));
    row.ending = Set(Some(end.ending));
    row.ending_note = Set(end.note);
    row.closed_by_name = Set(end.by);
    Ok(row.update(tx).await?)
}
