use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{AppointmentId, ChargeDisputeId, MemberId};

/// That a patient disputes the charges of a visit. While it is open nothing is charged or voided there.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "charge_dispute")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ChargeDisputeId,
    pub appointment_id: AppointmentId,
    pub disputed_on: Date,
    pub note: String,
    pub opened_by: MemberId,
    /// Their name at that moment.
    pub opened_by_name: String,
    pub opened_at: DateTime<Utc>,
    pub closing_note: Option<String>,
    /// By the name of that moment.
    pub closed_by_name: Option<String>,
    pub closed_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}
