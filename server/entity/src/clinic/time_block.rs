use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{MemberId, ResourceId, TimeBlockId},
};

/// A time in which a member or a resource is not booked. Without either, nobody is booked.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "time_block")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: TimeBlockId,
    pub member_id: Option<MemberId>,
    pub resource_id: Option<ResourceId>,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub reason: String,
    /// Counts the changes.
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub updated_by: MemberId,
    /// The member's name at that moment.
    pub updated_by_name: String,
}

impl ActiveModelBehavior for ActiveModel {}
