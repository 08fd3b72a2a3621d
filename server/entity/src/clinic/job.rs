use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// Work to be done after the change that asked for it was committed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "job")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub kind: String,
    pub payload: Json,
    pub run_at: DateTime<Utc>,
    pub attempts: i32,
    pub claimed_until: Option<DateTime<Utc>>,
    pub done_at: Option<DateTime<Utc>>,
    pub failed_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
