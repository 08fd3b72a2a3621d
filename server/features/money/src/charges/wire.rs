//! The wire types of charges.

use chrono::{DateTime, NaiveDate, Utc};
use entity::ids::{AppointmentId, ChargeDisputeId, ChargeId, EstimateId, MemberId, PatientId};
use rust_decimal::Decimal;
use sea_orm::FromQueryResult;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::level::Level;
use crate::foundation::http::{
    Payload,
    fields::{Day, Id, Line, Note, Quantity, optional, required},
};

/// A charge as it is read.
#[derive(Debug, FromQueryResult)]
pub(super) struct ChargeRow {
    pub id: ChargeId,
    pub patient_id: PatientId,
    pub appointment_id: Option<AppointmentId>,
    pub starts_at: Option<DateTime<Utc>>,
    pub provider_id: MemberId,
    pub provider_name: String,
    pub service: String,
    pub quantity: Decimal,
    pub unit_price: Decimal,
    pub discount: Decimal,
    pub total: Decimal,
    pub recorded_at: DateTime<Utc>,
    pub recorded_by: String,
    pub voided_at: Option<DateTime<Utc>>,
    pub voided_by: Option<String>,
    pub void_reason: Option<String>,
}

/// What a patient was charged.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Charge {
    #[schema(value_type = i64)]
    id: ChargeId,
    #[schema(value_type = i64)]
    patient_id: PatientId,
    /// Null for what belongs to no visit.
    #[schema(value_type = Option<i64>, required)]
    appointment_id: Option<AppointmentId>,
    /// When the visit begins.
    #[schema(required)]
    starts_at: Option<DateTime<Utc>>,
    #[schema(value_type = i64)]
    provider_id: MemberId,
    /// By the name of that moment.
    provider_name: String,
    service: String,
    quantity: Quantity,
    unit_price: Quantity,
    discount: Quantity,
    /// Quantity times unit price, half up at two decimals, less the discount.
    total: Quantity,
    recorded_at: DateTime<Utc>,
    recorded_by: String,
    /// When it was voided; null while it counts.
    #[schema(required)]
    voided_at: Option<DateTime<Utc>>,
    #[schema(required)]
    voided_by: Option<String>,
    #[schema(required)]
    void_reason: Option<String>,
}

impl From<ChargeRow> for Charge {
    fn from(row: ChargeRow) -> Self {
        Self {
            id: row.id,
            patient_id: row.patient_id,
            appointment_id: row.appointment_id,
            starts_at: row.starts_at,
            provider_id: row.provider_id,
            provider_name: row.provider_name,
            service: row.service,
            quantity: Quantity(row.quantity),
            unit_price: Quantity(row.unit_price),
            discount: Quantity(row.discount),
            total: Quantity(row.total),
            recorded_at: row.recorded_at,
            recorded_by: row.recorded_by,
            voided_at: row.voided_at,
            voided_by: row.voided_by,
            void_reason: row.void_reason,
        }
    }
}

/// A charge to be added.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewCharge {
    #[schema(value_type = Id)]
    #[serde(deserialize_with = "required")]
    pub patient_id: PatientId,
    /// The visit, for what belongs to one.
    #[schema(value_type = Option<Id>)]
    #[serde(default, deserialize_with = "optional")]
    pub appointment_id: Option<AppointmentId>,
    #[schema(value_type = Id)]
    #[serde(deserialize_with = "required")]
    pub provider_id: MemberId,
    pub service: Line,
    pub quantity: Quantity,
    pub unit_price: Quantity,
    /// Taken from quantity times unit price; none: 0.
    #[serde(default, deserialize_with = "optional")]
    pub discount: Option<Quantity>,
}

impl Payload for NewCharge {
    const IGNORED: &'static [&'static str] = &["total"];
}

/// Why a charge does not count.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChargeVoiding {
    pub reason: Line,
}

impl Payload for ChargeVoiding {}

/// When a visit was billed first.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FirstBill {
    /// By the clinic's calendar, not in the future.
    pub billed_on: Day,
}

impl Payload for FirstBill {}

/// That a patient disputes the charges of a visit.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewDispute {
    /// By the clinic's calendar, not in the future.
    pub disputed_on: Day,
    pub note: Note,
}

impl Payload for NewDispute {}

/// How a dispute ended.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DisputeClosing {
    pub note: Note,
}

impl Payload for DisputeClosing {}

/// A dispute of the charges of a visit.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Dispute {
    #[schema(value_type = i64)]
    pub id: ChargeDisputeId,
    pub disputed_on: NaiveDate,
    pub note: String,
    pub opened_at: DateTime<Utc>,
    pub opened_by: String,
    /// Null while it is open, which freezes the charges.
    #[schema(required)]
    pub closed_at: Option<DateTime<Utc>>,
    #[schema(required)]
    pub closed_by: Option<String>,
    #[schema(required)]
    pub closing_note: Option<String>,
}

/// The charges of one provider beside what was expected of them.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WatchedProvider {
    pub provider: String,
    /// Null without an issued estimate.
    #[schema(required)]
    pub expected: Option<Quantity>,
    pub charged: Quantity,
    /// By how many dollars the charges are above; less than 0 where they are below; null without an issued estimate.
    #[schema(value_type = Option<f64>, required)]
    pub over: Option<Amount>,
    pub level: Level,
}

/// A number of dollars that may be less than 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct Amount(pub Decimal);

impl Serialize for Amount {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use rust_decimal::prelude::ToPrimitive;
        self.0.to_f64().serialize(serializer)
    }
}

/// The issued version that the charges are held against.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WatchedEstimate {
    #[schema(value_type = i64)]
    pub estimate_id: EstimateId,
    /// Counts the issued versions.
    pub version: i32,
    pub issued_at: DateTime<Utc>,
    pub total: Quantity,
}

/// The charges of a visit against its newest issued estimate.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ChargeWatch {
    #[schema(value_type = i64)]
    pub appointment_id: AppointmentId,
    #[schema(value_type = i64)]
    pub patient_id: PatientId,
    #[schema(required)]
    pub estimate: Option<WatchedEstimate>,
    pub providers: Vec<WatchedProvider>,
    /// The highest of the providers'.
    pub level: Level,
    /// The last day on which a new estimate is in time, by the clinic's calendar; null once that is over.
    #[schema(required)]
    pub issue_until: Option<NaiveDate>,
    /// When the visit was billed first; null while nobody has noted it.
    #[schema(required)]
    pub billed_on: Option<NaiveDate>,
    /// The last day on which the patient may dispute the bill; null without a bill.
    #[schema(required)]
    pub disputable_until: Option<NaiveDate>,
    /// Whether a dispute is open: nothing is charged or voided then.
    pub is_frozen: bool,
    /// The latest first.
    #[schema(max_items = 20)]
    pub disputes: Vec<Dispute>,
    /// The first one first, with those that were voided.
    #[schema(max_items = 200)]
    pub charges: Vec<Charge>,
}
