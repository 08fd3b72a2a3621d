use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::Relation;

/// A support grant: read access for one of the service's people. Only the token's SHA-256 is stored.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "support_access")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    /// The support person.
    pub operator: String,
    pub reason: String,
    pub token_hash: Vec<u8>,
    pub granted_at: DateTime<Utc>,
    /// When the link expires.
    pub open_until: DateTime<Utc>,
    /// When the access expires.
    pub ends_at: DateTime<Utc>,
    pub opened_at: Option<DateTime<Utc>>,
    pub session_id: Option<Uuid>,
    /// When somebody ended the access early.
    pub ended_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}
