use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::MemberId};

/// A one-use link into a clinic from the platform's own host, where the clinic was signed up. Only the token's SHA-256
/// is stored.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "hand_over")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub member_id: MemberId,
    pub token_hash: Vec<u8>,
    pub expires_at: DateTime<Utc>,
    pub used_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
