use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::Relation;

/// A link of the chain that seals the audit's rows.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "audit_seal")]
pub struct Model {
    /// 1, 2, 3, ... If two seals are made at once, one fails because its number is taken.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    pub made_at: DateTime<Utc>,
    /// Every row with an earlier time that was visible then is in this seal or an earlier one.
    pub settled_through: DateTime<Utc>,
    pub audit_ids: Vec<i64>,
    /// SHA-256 of each row, 32 bytes each, in the order of the ids.
    pub row_digests: Vec<u8>,
    /// The number of audit rows that this seal and all earlier seals cover.
    pub rows_sealed: i64,
    /// The digest of the previous seal. Empty in the first seal.
    pub previous: Vec<u8>,
    pub digest: Vec<u8>,
    /// The format of the digest: what it covers and how.
    pub format: i16,
    /// Spans of ids that no seal had covered when this one was made: the first id of each span. `None` in a seal of the
    /// first format.
    pub open_from: Option<Vec<i64>>,
    /// The last id of each span.
    pub open_to: Option<Vec<i64>>,
    /// Since when ids after each span are known.
    pub open_since: Option<Vec<DateTime<Utc>>>,
}

impl ActiveModelBehavior for ActiveModel {}
