use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::Relation;

/// How much of an allowance of sign-in tries is used.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "sign_in_limit")]
pub struct Model {
    /// A keyed hash of an account or an address.
    #[sea_orm(primary_key, auto_increment = false)]
    pub subject: String,
    /// When the whole allowance is available again.
    pub settled_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
