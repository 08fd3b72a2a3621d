//! The wire types of clocks.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    ids::{AppointmentId, EstimateClockId, EstimateId, PatientId},
    words::{ClockCause, ClockEnding, Coverage},
};
use sea_orm::FromQueryResult;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::foundation::http::{
    Payload,
    fields::{Field, Id, Line, choice, chosen, optional},
};

/// The time in which an estimate is to be issued.
#[derive(Debug, Serialize, ToSchema, FromQueryResult)]
pub(super) struct EstimateClock {
    #[schema(value_type = i64)]
    pub id: EstimateClockId,
    #[schema(value_type = i64)]
    pub patient_id: PatientId,
    pub patient_name: String,
    /// The visit; null for a question about none.
    #[schema(value_type = Option<i64>, required)]
    pub appointment_id: Option<AppointmentId>,
    #[schema(required)]
    pub starts_at: Option<DateTime<Utc>>,
    #[schema(required)]
    pub service: Option<String>,
    pub cause: ClockCause,
    pub started_at: DateTime<Utc>,
    /// By the name of that moment; null for a patient who booked online.
    #[schema(required)]
    pub started_by: Option<String>,
    /// When the patient asked what it costs.
    #[schema(required)]
    pub asked_at: Option<DateTime<Utc>>,
    /// The last day, by the clinic's calendar.
    pub due_on: NaiveDate,
    #[schema(required)]
    pub closed_at: Option<DateTime<Utc>>,
    /// How it was closed; null while it is open.
    #[schema(required)]
    pub ending: Option<ClockEnding>,
    /// Why somebody closed it by hand.
    #[schema(required)]
    pub ending_note: Option<String>,
    #[schema(required)]
    pub closed_by: Option<String>,
    /// The estimate and its issued version that closed it.
    #[schema(value_type = Option<i64>, required)]
    pub estimate_id: Option<EstimateId>,
    #[schema(required)]
    pub estimate_version: Option<i32>,
}

/// Whether a patient pays alone, and the estimates that are owed.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PatientCoverage {
    pub coverage: Coverage,
    /// For `If-Match`; 0 while nobody has asked.
    pub version: i32,
    #[schema(required)]
    pub noted_at: Option<DateTime<Utc>>,
    /// By the name of that moment.
    #[schema(required)]
    pub noted_by: Option<String>,
    /// Today, by the clinic's calendar.
    pub today: NaiveDate,
    /// The open clocks by the day on which they are due, and after them the latest closed ones.
    #[schema(max_items = 20)]
    pub clocks: Vec<EstimateClock>,
}

/// Whether a patient pays alone.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewCoverage {
    #[serde(deserialize_with = "chosen")]
    pub coverage: Coverage,
}

impl Payload for NewCoverage {
    const IGNORED: &'static [&'static str] = &["version", "noted_at", "noted_by", "today", "clocks"];
}

impl Field for Coverage {
    fn parse(value: &Value) -> Result<Self, String> {
        choice(value)
    }
}

impl Field for AppointmentId {
    fn parse(value: &Value) -> Result<Self, String> {
        Id::parse(value).map(|Id(id)| id.into())
    }
}

/// That a patient asked what it costs.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CostQuestion {
    /// The visit that the question is about, if it is about one.
    #[schema(value_type = Option<Id>)]
    #[serde(default, deserialize_with = "optional")]
    pub appointment_id: Option<AppointmentId>,
}

impl Payload for CostQuestion {}

/// Why no estimate is owed any more.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ClockClosing {
    pub reason: Line,
}

impl Payload for ClockClosing {}
