use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// Leave for somebody of the service to look into the clinic. Only the token's SHA-256 is kept.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "support_access")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    /// Who of the service.
    pub operator: String,
    pub reason: String,
    pub token_hash: Vec<u8>,
    pub granted_at: DateTime<Utc>,
    /// The link opens until then.
    pub open_until: DateTime<Utc>,
    /// It ends by itself.
    pub ends_at: DateTime<Utc>,
    pub opened_at: Option<DateTime<Utc>>,
    pub session_id: Option<Uuid>,
    /// Somebody ended it earlier.
    pub ended_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}
