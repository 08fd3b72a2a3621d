use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::Relation;

/// The requested poster about the right to receive an estimate: one row. No row before the first request.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "estimate_poster")]
pub struct Model {
    /// SHA-256 of the poster's content, in hexadecimal digits.
    #[sea_orm(primary_key, auto_increment = false)]
    pub content_digest: String,
    pub requested_at: DateTime<Utc>,
    /// When the poster was made or failed.
    pub finished_at: Option<DateTime<Utc>>,
    pub file: Option<Vec<u8>>,
}

impl ActiveModelBehavior for ActiveModel {}
