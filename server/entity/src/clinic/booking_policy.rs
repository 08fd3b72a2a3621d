use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::MemberId};

/// A version of the policy that patients accept when they book online. The newest version applies.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "booking_policy")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub version: i32,
    pub body: String,
    pub body_sha256: Vec<u8>,
    pub created_at: DateTime<Utc>,
    pub created_by: MemberId,
    /// The member's name at that moment.
    pub created_by_name: String,
}

impl ActiveModelBehavior for ActiveModel {}
