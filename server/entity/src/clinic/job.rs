use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::Relation;

/// A job of the outbox: work that follows a committed change.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "job")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub kind: String,
    pub payload: Json,
    /// Unfinished jobs with the same key are merged into one.
    pub dedupe_key: Option<String>,
    /// Increases when the work must be repeated after the running job.
    pub wanted: i32,
    pub run_at: DateTime<Utc>,
    /// A failure at or after this time is final.
    pub give_up_at: Option<DateTime<Utc>>,
    pub attempts: i32,
    pub claimed_until: Option<DateTime<Utc>>,
    pub done_at: Option<DateTime<Utc>>,
    /// When the job was given up.
    pub failed_at: Option<DateTime<Utc>>,
    /// Why the last try failed: a code of `outbox::Problem`.
    pub last_problem: Option<String>,
    pub created_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
