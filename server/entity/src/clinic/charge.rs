use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{AppointmentId, ChargeId, MemberId, PatientId},
};

/// A charge to a patient. Inserted, never changed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "charge")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ChargeId,
    pub patient_id: PatientId,
    /// `None` if the charge belongs to no visit.
    pub appointment_id: Option<AppointmentId>,
    pub provider_id: MemberId,
    /// The member's name at that moment.
    pub provider_name: String,
    pub service: String,
    pub quantity: Decimal,
    pub unit_price: Decimal,
    pub discount: Decimal,
    /// Quantity times unit price, rounded half up to two decimals, less the discount.
    pub total: Decimal,
    pub recorded_by: MemberId,
    /// The member's name at that moment.
    pub recorded_by_name: String,
    pub recorded_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
