use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{ChargeId, MemberId};

/// That a charge does not count any more.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "charge_void")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub charge_id: ChargeId,
    pub reason: String,
    pub voided_by: MemberId,
    /// Their name at that moment.
    pub voided_by_name: String,
    pub voided_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
