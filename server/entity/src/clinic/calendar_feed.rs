use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::MemberId};

/// A secret link by which a calendar program reads a member's visits. Only its SHA-256 is stored.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "calendar_feed")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub member_id: MemberId,
    pub token_hash: Vec<u8>,
    pub created_at: DateTime<Utc>,
    /// Precise to one minute.
    pub last_read_at: Option<DateTime<Utc>>,
    pub revoked_at: Option<DateTime<Utc>>,
    pub revoked_by: Option<MemberId>,
    /// The member's name at that moment.
    pub revoked_by_name: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
