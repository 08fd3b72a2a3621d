use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::MemberId};

/// The PIN with which a member takes the tablet back from a patient.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "member_pin")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub member_id: MemberId,
    /// argon2id.
    pub pin_hash: String,
    pub set_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
