use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{MemberId, ResourceId},
    words::ResourceKind,
};

/// A room or a device. One appointment at a time occupies it.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "resource")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ResourceId,
    pub name: String,
    pub kind: ResourceKind,
    /// Whether it can be booked.
    pub is_active: bool,
    /// Counts the changes.
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub updated_by: MemberId,
    /// The member's name at that moment.
    pub updated_by_name: String,
}

impl ActiveModelBehavior for ActiveModel {}
