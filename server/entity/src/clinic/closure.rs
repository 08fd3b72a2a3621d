use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{ClosureId, MemberId},
};

/// Days on which the clinic is closed.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "closure")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ClosureId,
    pub first_date: Date,
    pub last_date: Date,
    pub reason: String,
    pub created_at: DateTime<Utc>,
    pub created_by: MemberId,
    /// The member's name at that moment.
    pub created_by_name: String,
}

impl ActiveModelBehavior for ActiveModel {}
