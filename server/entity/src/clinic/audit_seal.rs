use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// A link of the chain that seals the audit's rows.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "audit_seal")]
pub struct Model {
    /// 1, 2, 3, ...: of two simultaneous seals, one finds the number taken.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    pub made_at: DateTime<Utc>,
    /// Every row with an earlier time that was visible then is in this seal or in one before.
    pub settled_through: DateTime<Utc>,
    pub audit_ids: Vec<i64>,
    /// SHA-256 of each row, 32 bytes apiece, in the order of the ids.
    pub row_digests: Vec<u8>,
    /// How many rows this seal and all before it cover.
    pub rows_sealed: i64,
    /// The digest of the seal before; empty in the first one.
    pub previous: Vec<u8>,
    pub digest: Vec<u8>,
    /// The format of the digest: what it covers and how.
    pub format: i16,
    /// Spans of ids that no seal had covered when this one was made: the first id of each. None in a seal of
    /// the first format.
    pub open_from: Option<Vec<i64>>,
    /// The last id of each.
    pub open_to: Option<Vec<i64>>,
    /// Since when newer ids than each span are known.
    pub open_since: Option<Vec<DateTime<Utc>>>,
}

impl ActiveModelBehavior for ActiveModel {}
