use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::MemberId;

/// Whether every treatment needs a protocol: one row, or none while it was never changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "protocol_setting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i16,
    pub every_treatment: bool,
    /// Counts the changes.
    pub version: i32,
    pub updated_at: DateTime<Utc>,
    pub updated_by: Option<MemberId>,
    /// Their name at that moment.
    pub updated_by_name: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
