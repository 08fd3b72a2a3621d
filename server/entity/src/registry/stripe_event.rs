use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, words::EventState};

/// A Stripe event as it was received: only ids, never its body.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(schema_name = "registry", table_name = "stripe_event")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    #[sea_orm(column_name = "type")]
    pub kind: String,
    pub api_version: Option<String>,
    pub livemode: bool,
    pub happened_at: DateTime<Utc>,
    pub customer_id: Option<String>,
    pub object_id: Option<String>,
    pub clinic_id: Option<Uuid>,
    pub state: EventState,
    pub received_at: DateTime<Utc>,
    pub deliveries: i32,
}

impl ActiveModelBehavior for ActiveModel {}
