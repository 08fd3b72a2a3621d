use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{AppointmentId, ChargeDisputeId, MemberId},
};

/// A patient's dispute of the charges of a visit. While it is open, no charge of the visit is added or voided.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "charge_dispute")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ChargeDisputeId,
    pub appointment_id: AppointmentId,
    pub disputed_on: Date,
    pub note: String,
    pub opened_by: MemberId,
    /// The member's name at that moment.
    pub opened_by_name: String,
    pub opened_at: DateTime<Utc>,
    pub closing_note: Option<String>,
    /// The member's name at that moment.
    pub closed_by_name: Option<String>,
    pub closed_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}
