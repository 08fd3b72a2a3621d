use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::Relation;

/// How far a clinic's audit was verified.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(schema_name = "registry", table_name = "audit_mark")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub clinic_id: Uuid,
    /// The schema that was verified. Another schema of the same clinic is read from the start.
    pub schema_name: String,
    /// The newest seal that was verified. 0 if there was none.
    pub seal_id: i64,
    /// The number of audit rows that this seal and all earlier seals cover.
    pub rows_sealed: i64,
    /// The seal's digest.
    pub digest: Vec<u8>,
    /// Spans of ids that the seals up to this one cover: the first id of each span.
    pub covered_from: Vec<i64>,
    /// The last id of each span.
    pub covered_to: Vec<i64>,
    pub verified_at: DateTime<Utc>,
    /// When everything was last read from the first row without a finding.
    pub full_at: DateTime<Utc>,
    /// When something was found. Until a full read finds nothing, every run reads from the first row.
    pub found_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}
