use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// A job of the outbox: work that follows a committed change.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "job")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub kind: String,
    pub payload: Json,
    /// Unfinished jobs with the same key are one.
    pub dedupe_key: Option<String>,
    /// Increases when the work is to be done once more after the running one.
    pub wanted: i32,
    pub run_at: DateTime<Utc>,
    /// A failure at this time or later is final.
    pub give_up_at: Option<DateTime<Utc>>,
    pub attempts: i32,
    pub claimed_until: Option<DateTime<Utc>>,
    pub done_at: Option<DateTime<Utc>>,
    /// When it was given up.
    pub failed_at: Option<DateTime<Utc>>,
    /// Why the last try failed: a code of `jobs::Problem`.
    pub last_problem: Option<String>,
    pub created_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
