use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::LoyaltyRuleId;
use crate::words::ServiceName;

/// How many points a service earns.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "loyalty_rule")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: LoyaltyRuleId,
    pub service: ServiceName,
    pub points: i32,
    pub updated_at: DateTime<Utc>,
    /// Counts changes.
    pub version: i32,
}

impl ActiveModelBehavior for ActiveModel {}
