use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    ids::{AppointmentId, EstimateClockId, EstimateIssueId, PatientId},
    words::{ClockCause, ClockEnding},
};

/// The time in which an estimate is to be issued, for a visit or for a question. Closed once, never deleted.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "estimate_clock")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: EstimateClockId,
    pub patient_id: PatientId,
    /// None for a question about no visit.
    pub appointment_id: Option<AppointmentId>,
    pub cause: ClockCause,
    pub started_at: DateTime<Utc>,
    /// By the name of that moment; none for a patient who booked, and for a clock that was made up for.
    pub started_by_name: Option<String>,
    /// When the patient asked what this visit costs.
    pub asked_at: Option<DateTime<Utc>>,
    /// The day of the visit, by the clinic's calendar.
    pub service_on: Option<Date>,
    /// The last day, by the clinic's calendar.
    pub due_on: Date,
    pub closed_at: Option<DateTime<Utc>>,
    pub ending: Option<ClockEnding>,
    /// The issued version that closed it.
    pub met_by: Option<EstimateIssueId>,
    /// Why somebody closed it by hand.
    pub ending_note: Option<String>,
    /// By the name of that moment; none where the patient cancelled.
    pub closed_by_name: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
