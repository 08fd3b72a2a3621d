use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::SubscriptionId,
    words::{StatusSource, SubscriptionStatus},
};

/// A change of a subscription's status. Inserted, never changed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "subscription_status_history")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub subscription_id: SubscriptionId,
    pub from_status: Option<SubscriptionStatus>,
    pub to_status: SubscriptionStatus,
    pub source: StatusSource,
    pub changed_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
