use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::MemberId};

/// Whether every treatment needs a protocol: columns of the clinic's one row of settings.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "clinic_setting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i16,
    #[sea_orm(column_name = "protocol_every_treatment")]
    pub every_treatment: bool,
    /// Counts the changes.
    #[sea_orm(column_name = "protocol_version")]
    pub version: i32,
    #[sea_orm(column_name = "protocol_updated_at")]
    pub updated_at: DateTime<Utc>,
    #[sea_orm(column_name = "protocol_updated_by")]
    pub updated_by: Option<MemberId>,
    /// The member's name at that moment.
    #[sea_orm(column_name = "protocol_updated_by_name")]
    pub updated_by_name: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
