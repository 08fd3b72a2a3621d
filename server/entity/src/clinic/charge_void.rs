use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{ChargeId, MemberId},
};

/// The void of a charge, which no longer counts.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "charge_void")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub charge_id: ChargeId,
    pub reason: String,
    pub voided_by: MemberId,
    /// The member's name at that moment.
    pub voided_by_name: String,
    pub voided_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
