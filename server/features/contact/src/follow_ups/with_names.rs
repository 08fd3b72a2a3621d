//! A follow-up with the names shown beside it, for the wire.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::{
        appointment,
        follow_up::{self, Column, Entity},
        patient,
    },
    ids::{AppointmentId, FollowUpId, PatientId},
};
use sea_orm::{EntityTrait, FromQueryResult, JoinType, QuerySelect, Select};
use serde::Serialize;
use utoipa::ToSchema;

use base::error::{Error, Result};
use people::patients;
use tenancy::ClinicTx;

/// A row with the names shown beside it.
#[derive(FromQueryResult)]
pub(super) struct FollowUpWithNames {
    #[sea_orm(nested)]
    pub(super) row: follow_up::Model,
    /// The present patient: the surviving record if this one was merged.
    pub(super) person_id: PatientId,
    first_name: String,
    last_name: String,
    phone: Option<String>,
    visited_at: DateTime<Utc>,
}

pub(super) fn named(rows: Select<Entity>) -> Select<Entity> {
    let patient = Entity::belongs_to(patient::Entity).from(Column::PatientId).to(patient::Column::Id);
    let visit = Entity::belongs_to(appointment::Entity).from(Column::AppointmentId).to(appointment::Column::Id);
    patients::with_person(rows.join(JoinType::InnerJoin, patient.into()))
        .join(JoinType::InnerJoin, visit.into())
        .expr_as(patients::of_person(patient::Column::Phone), "phone")
        .column_as(appointment::Column::StartsAt, "visited_at")
}

/// One follow-up with its names.
///
/// # Errors
/// [`Error::NotFound`] if the clinic has no such follow-up.
pub(super) async fn one(tx: &ClinicTx, id: FollowUpId) -> Result<FollowUpWithNames> {
    named(Entity::find_by_id(id)).into_model().one(tx).await?.ok_or(Error::NotFound)
}

/// A follow-up, due some days after a visit.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FollowUp {
    id: FollowUpId,
    patient_id: PatientId,
    first_name: String,
    last_name: String,
    phone: Option<String>,
    /// The visit that it follows.
    appointment_id: AppointmentId,
    visited_at: DateTime<Utc>,
    /// The service's name when the visit was booked.
    service: String,
    /// By the clinic's calendar.
    due_on: NaiveDate,
    note: Option<String>,
    done_at: Option<DateTime<Utc>>,
    /// The member's name.
    done_by: Option<String>,
    /// For `If-Match`.
    version: i32,
}

impl From<FollowUpWithNames> for FollowUp {
    fn from(named: FollowUpWithNames) -> Self {
        let FollowUpWithNames { row, person_id, first_name, last_name, phone, visited_at } = named;
        Self {
            id: row.id,
            patient_id: person_id,
            first_name,
            last_name,
            phone,
            appointment_id: row.appointment_id,
            visited_at,
            service: row.service,
            due_on: row.due_on,
            note: row.note,
            done_at: row.done_at,
            done_by: row.done_by_name,
            version: row.version,
        }
    }
}
