use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, words::MoveReason};

/// A move in progress: what the next try needs after a crash.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(schema_name = "registry", table_name = "clinic_move")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub clinic_id: Uuid,
    pub reason: MoveReason,
    pub from_placement: String,
    pub from_schema: String,
    pub to_placement: String,
    pub to_schema: String,
    pub to_shard: i32,
    pub begun_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
