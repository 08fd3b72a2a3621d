use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::Relation;

/// How much of an address's allowance at the platform's own host is used.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(schema_name = "registry", table_name = "sign_up_limit")]
pub struct Model {
    /// A keyed hash of an address.
    #[sea_orm(primary_key, auto_increment = false)]
    pub subject: String,
    /// When the whole allowance is available again.
    pub settled_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
