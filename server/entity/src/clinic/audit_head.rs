use chrono::{DateTime, NaiveDate, Utc};
use sea_orm::entity::prelude::*;

/// The head of the audit's chain as it was published on a day of the clinic's calendar: inserted once, never changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "audit_head")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: NaiveDate,
    /// The newest seal of that moment.
    pub seal_id: i64,
    /// How many rows of the audit it and all before it cover.
    pub rows_sealed: i64,
    /// The seal's.
    pub digest: Vec<u8>,
    pub published_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
