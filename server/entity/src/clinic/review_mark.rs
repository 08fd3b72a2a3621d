use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// Up to which treatment it was looked at what waits for a director: one row, once that has happened.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "review_mark")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i16,
    /// The id of a treatment: of those up to it only what is in `review_waiting`, and what was ever returned, may wait.
    pub settled_to: i64,
    pub moved_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
