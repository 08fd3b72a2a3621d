use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, words::FormerReason};

/// A clinic's former tables, which nobody uses any more.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(schema_name = "registry", table_name = "former_schema")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub placement: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub schema_name: String,
    pub clinic_id: Uuid,
    pub reason: FormerReason,
    pub left_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
