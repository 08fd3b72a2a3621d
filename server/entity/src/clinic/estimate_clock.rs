use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{AppointmentId, EstimateClockId, EstimateIssueId, PatientId},
    words::{ClockCause, ClockEnding},
};

/// The deadline for issuing an estimate, for a visit or a question. Closed once, never deleted.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "estimate_clock")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: EstimateClockId,
    pub patient_id: PatientId,
    /// `None` for a question about no visit.
    pub appointment_id: Option<AppointmentId>,
    pub cause: ClockCause,
    pub started_at: DateTime<Utc>,
    /// The member's name at that moment. `None` if a patient booked, or if the deadline was started afterwards.
    pub started_by_name: Option<String>,
    /// When the patient asked for the price of this visit.
    pub asked_at: Option<DateTime<Utc>>,
    /// The day of the visit, by the clinic's calendar.
    pub service_on: Option<Date>,
    /// The last day, by the clinic's calendar.
    pub due_on: Date,
    pub closed_at: Option<DateTime<Utc>>,
    pub ending: Option<ClockEnding>,
    /// The issued version that met the deadline.
    pub met_by: Option<EstimateIssueId>,
    /// The reason for closing the deadline by hand.
    pub ending_note: Option<String>,
    /// The member's name at that moment. `None` if the patient cancelled.
    pub closed_by_name: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
