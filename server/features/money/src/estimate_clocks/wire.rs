//! The wire types of deadlines.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    ids::{AppointmentId, EstimateClockId, EstimateId, PatientId},
    words::{ClockCause, ClockEnding, Coverage},
};
use sea_orm::FromQueryResult;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use http_api::{Computed, fields::Line};

/// The deadline for issuing an estimate.
#[derive(Debug, Serialize, ToSchema, FromQueryResult)]
pub(super) struct EstimateClock {
    pub id: EstimateClockId,
    pub patient_id: PatientId,
    pub patient_name: String,
    /// The visit; null for a question without a visit.
    #[schema(required)]
    pub appointment_id: Option<AppointmentId>,
    pub starts_at: Option<DateTime<Utc>>,
    pub service: Option<String>,
    pub cause: ClockCause,
    pub started_at: DateTime<Utc>,
    /// The member's name at the time; null for a patient who booked online.
    pub started_by: Option<String>,
    /// When the patient asked about the cost.
    pub asked_at: Option<DateTime<Utc>>,
    /// The last day, by the clinic's calendar.
    pub due_on: NaiveDate,
    pub closed_at: Option<DateTime<Utc>>,
    /// How the deadline ended; null while it is open.
    pub ending: Option<ClockEnding>,
    /// Why a member closed it by hand.
    pub ending_note: Option<String>,
    pub closed_by: Option<String>,
    /// The estimate and its issued version that met the deadline.
    #[schema(required)]
    pub estimate_id: Option<EstimateId>,
    pub estimate_version: Option<i32>,
}

/// Whether a patient pays without insurance, and the estimates that are owed.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PatientCoverage {
    pub coverage: Coverage,
    /// For `If-Match`; 0 while nothing is recorded.
    pub version: i32,
    pub noted_at: Option<DateTime<Utc>>,
    /// The member's name at the time.
    pub noted_by: Option<String>,
    /// Today, by the clinic's calendar.
    pub today: NaiveDate,
    /// The open deadlines by day, then the latest closed ones.
    #[schema(max_items = 20)]
    pub clocks: Vec<EstimateClock>,
}

/// Whether a patient pays without insurance.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewCoverage {
    pub coverage: Coverage,
}

impl Computed for NewCoverage {
    const COMPUTED: &'static [&'static str] = &["version", "noted_at", "noted_by", "today", "clocks"];
}

/// A patient's question about the cost.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CostQuestion {
    /// The visit that the question is about, if any.
    pub appointment_id: Option<AppointmentId>,
}

/// Why an estimate is no longer owed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ClockClosing {
    pub reason: Line,
}
