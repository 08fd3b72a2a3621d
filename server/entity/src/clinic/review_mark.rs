use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::Relation;

/// The watermark up to which treatments were checked for a pending review: one row. No row before the first check.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "review_mark")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i16,
    /// The id of a treatment. Up to this id, only treatments in `review_waiting` and treatments that were ever returned may wait for review.
    pub settled_to: i64,
    pub moved_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
