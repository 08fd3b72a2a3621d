use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::EstimateIssueId};

/// A link that opens an issued version without sign-in. The token is stored as a hash.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "estimate_link")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub issue_id: EstimateIssueId,
    pub token_hash: Vec<u8>,
    pub made_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// When a newer link replaced this one.
    pub revoked_at: Option<DateTime<Utc>>,
    /// When the link was first opened.
    pub opened_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}
