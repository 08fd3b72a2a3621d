use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{AppointmentId, MemberId};

/// When a visit was billed first: the patient may dispute it for 120 days from then on.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "charge_bill")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub appointment_id: AppointmentId,
    pub billed_on: Date,
    pub noted_by: MemberId,
    /// Their name at that moment.
    pub noted_by_name: String,
    pub noted_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
