//! The wire types of charges.

use chrono::{DateTime, NaiveDate, Utc};
use entity::ids::{AppointmentId, ChargeDisputeId, ChargeId, EstimateId, MemberId, PatientId};
use rust_decimal::Decimal;
use sea_orm::FromQueryResult;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::excess::Level;
use http_api::{
    Computed,
    fields::{Day, Line, Note, Quantity},
};

/// A charge as the statements return it.
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

/// A charge of a patient.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Charge {
    id: ChargeId,
    patient_id: PatientId,
    /// Null if the charge belongs to no visit.
    #[schema(required)]
    appointment_id: Option<AppointmentId>,
    /// When the visit begins.
    starts_at: Option<DateTime<Utc>>,
    provider_id: MemberId,
    /// The name at that moment.
    provider_name: String,
    service: String,
    quantity: Quantity,
    unit_price: Quantity,
    discount: Quantity,
    /// Quantity times unit price, rounded half up to two decimals, less the discount.
    total: Quantity,
    recorded_at: DateTime<Utc>,
    recorded_by: String,
    /// When it was voided. Null if it counts.
    voided_at: Option<DateTime<Utc>>,
    voided_by: Option<String>,
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
    pub patient_id: PatientId,
    /// The visit, if the charge belongs to one.
    pub appointment_id: Option<AppointmentId>,
    pub provider_id: MemberId,
    pub service: Line,
    pub quantity: Quantity,
    pub unit_price: Quantity,
    /// Subtracted from quantity times unit price. Default: 0.
    pub discount: Option<Quantity>,
}

impl Computed for NewCharge {
    const COMPUTED: &'static [&'static str] = &["total"];
}

/// The void of a charge.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChargeVoiding {
    pub reason: Line,
}

/// When a visit was billed first.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FirstBill {
    /// By the clinic's calendar, not in the future.
    pub billed_on: Day,
}

/// A patient's dispute of the charges of a visit.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewDispute {
    /// By the clinic's calendar, not in the future.
    pub disputed_on: Day,
    pub note: Note,
}

/// The end of a dispute.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DisputeClosing {
    pub note: Note,
}

/// A dispute of the charges of a visit.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Dispute {
    pub id: ChargeDisputeId,
    pub disputed_on: NaiveDate,
    pub note: String,
    pub opened_at: DateTime<Utc>,
    pub opened_by: String,
    /// Null while the dispute is open. An open dispute freezes the charges.
    pub closed_at: Option<DateTime<Utc>>,
    pub closed_by: Option<String>,
    pub closing_note: Option<String>,
}

/// The actual and the expected charges of one provider.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WatchedProvider {
    pub provider: String,
    /// Null without an issued estimate.
    pub expected: Option<Quantity>,
    pub charged: Quantity,
    /// By how many dollars the charges are above the expected ones, negative if below. Null without an issued estimate.
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

/// The issued version with which the charges are compared.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WatchedEstimate {
    pub estimate_id: EstimateId,
    /// The number of the issued version.
    pub version: i32,
    pub issued_at: DateTime<Utc>,
    pub total: Quantity,
}

/// The charges of a visit, compared with its newest issued estimate.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ChargeWatch {
    pub appointment_id: AppointmentId,
    pub patient_id: PatientId,
    pub estimate: Option<WatchedEstimate>,
    pub providers: Vec<WatchedProvider>,
    /// The highest level of the providers.
    pub level: Level,
    /// The last day on which a new estimate is in time, by the clinic's calendar. Null if that day is over.
    pub issue_until: Option<NaiveDate>,
    /// When the visit was billed first. Null if nobody has recorded it.
    pub billed_on: Option<NaiveDate>,
    /// The last day on which the patient may dispute the bill. Null without a bill.
    pub disputable_until: Option<NaiveDate>,
    /// Whether a dispute is open. Then nothing can be charged or voided.
    pub is_frozen: bool,
    /// The latest first.
    #[schema(max_items = 20)]
    pub disputes: Vec<Dispute>,
    /// The charges, including voided ones, the oldest first.
    #[schema(max_items = 200)]
    pub charges: Vec<Charge>,
}
