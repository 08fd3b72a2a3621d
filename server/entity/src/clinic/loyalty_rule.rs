use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::LoyaltyRuleId};

/// How many points a service earns.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "loyalty_rule")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: LoyaltyRuleId,
    /// The service's name. When the service is renamed, the rule is renamed with it.
    pub service: String,
    pub points: i32,
    pub updated_at: DateTime<Utc>,
    /// Counts changes.
    pub version: i32,
}

impl ActiveModelBehavior for ActiveModel {}
