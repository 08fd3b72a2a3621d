use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{ApiTokenId, MemberId},
    words::ApiScope,
};

/// A token with which another program reads the clinic's records. Only its SHA-256 is stored.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "api_token")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ApiTokenId,
    pub name: String,
    pub scopes: Vec<ApiScope>,
    pub token_hash: Vec<u8>,
    pub created_by: MemberId,
    /// The member's name at that moment.
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// Precise to one minute.
    pub last_used_at: Option<DateTime<Utc>>,
    pub revoked_at: Option<DateTime<Utc>>,
    pub revoked_by: Option<MemberId>,
    pub revoked_by_name: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    /// The tokens that are valid at `now`.
    pub fn in_force(now: DateTime<Utc>) -> Select<Self> {
        Self::find().filter(Column::RevokedAt.is_null()).filter(Column::ExpiresAt.gt(now))
    }
}
