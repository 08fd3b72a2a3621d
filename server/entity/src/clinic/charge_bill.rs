use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{AppointmentId, MemberId},
};

/// The first bill of a visit. The patient may dispute the bill for 120 days.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "charge_bill")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub appointment_id: AppointmentId,
    pub billed_on: Date,
    pub noted_by: MemberId,
    /// The member's name at that moment.
    pub noted_by_name: String,
    pub noted_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
