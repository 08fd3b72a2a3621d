use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// A support grant: read access for one of the service's people. Only the token's SHA-256 is stored.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "support_access")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    /// The person of the service.
    pub operator: String,
    pub reason: String,
    pub token_hash: Vec<u8>,
    pub granted_at: DateTime<Utc>,
    /// Until when the link can be opened.
    pub open_until: DateTime<Utc>,
    /// When it ends by itself.
    pub ends_at: DateTime<Utc>,
    pub opened_at: Option<DateTime<Utc>>,
    pub session_id: Option<Uuid>,
    /// When somebody ended it earlier.
    pub ended_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}
