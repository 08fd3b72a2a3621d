use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, words::BillingNoticeKind};

/// A notice to the clinic about its subscription, sent once.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "billing_notice")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub kind: BillingNoticeKind,
    pub dedupe_key: String,
    pub stripe_subscription_id: Option<String>,
    pub noticed_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
