use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// How far a clinic's audit was verified.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(schema_name = "registry", table_name = "audit_mark")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub clinic_id: Uuid,
    /// The tables that were verified: other ones of the same clinic are read from the start.
    pub schema_name: String,
    /// The newest seal that was verified; 0 where there was none.
    pub seal_id: i64,
    /// How many rows it and all before it cover.
    pub rows_sealed: i64,
    /// The seal's.
    pub digest: Vec<u8>,
    /// Spans of ids that seals up to this one cover: the first id of each.
    pub covered_from: Vec<i64>,
    /// The last id of each.
    pub covered_to: Vec<i64>,
    pub verified_at: DateTime<Utc>,
    /// When everything was last read from the first row, without a finding.
    pub full_at: DateTime<Utc>,
    /// When something was found. Until a reading from the first row finds nothing, every run reads from there.
    pub found_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}
