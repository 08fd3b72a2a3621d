use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{AppointmentId, ChargeId, MemberId, PatientId};

/// What a patient was charged. Added, never changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "charge")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ChargeId,
    pub patient_id: PatientId,
    /// None for what belongs to no visit.
    pub appointment_id: Option<AppointmentId>,
    pub provider_id: MemberId,
    /// Their name at that moment.
    pub provider_name: String,
    pub service: String,
    pub quantity: Decimal,
    pub unit_price: Decimal,
    pub discount: Decimal,
    /// Quantity times unit price, half up at two decimals, less the discount.
    pub total: Decimal,
    pub recorded_by: MemberId,
    /// Their name at that moment.
    pub recorded_by_name: String,
    pub recorded_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
