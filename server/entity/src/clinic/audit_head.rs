use chrono::{DateTime, NaiveDate, Utc};
use sea_orm::entity::prelude::*;

use crate::Relation;

/// The head of the audit's chain, as published on a day of the clinic's calendar. Inserted once, never changed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "audit_head")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: NaiveDate,
    /// The newest seal of that moment.
    pub seal_id: i64,
    /// The number of audit rows that this seal and all earlier seals cover.
    pub rows_sealed: i64,
    /// The seal's digest.
    pub digest: Vec<u8>,
    pub published_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
