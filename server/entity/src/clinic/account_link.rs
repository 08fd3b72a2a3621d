use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::MemberId, words::LinkKind};

/// A one-use link that sets a password (an invitation or a reset) or confirms an e-mail address. Only the token's
/// SHA-256 is stored.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "account_link")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub kind: LinkKind,
    pub member_id: MemberId,
    pub token_hash: Vec<u8>,
    pub expires_at: DateTime<Utc>,
    pub used_at: Option<DateTime<Utc>>,
    pub voided_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    /// Links that are valid at `now`.
    pub fn usable(kind: LinkKind, now: DateTime<Utc>) -> Select<Self> {
        Self::find()
            .filter(Column::Kind.eq(kind))
            .filter(Column::UsedAt.is_null())
            .filter(Column::VoidedAt.is_null())
            .filter(Column::ExpiresAt.gt(now))
    }
}
