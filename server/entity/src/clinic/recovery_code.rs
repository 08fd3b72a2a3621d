use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::MemberId};

/// A recovery code for a lost phone. Only its SHA-256 is stored; it works once.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "recovery_code")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub member_id: MemberId,
    pub code_hash: Vec<u8>,
    pub created_at: DateTime<Utc>,
    pub used_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    pub fn unused(member: MemberId) -> Select<Self> {
        Self::find().filter(Column::MemberId.eq(member)).filter(Column::UsedAt.is_null())
    }
}
