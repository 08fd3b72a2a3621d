use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// How far somebody's tries to sign in reach into their allowance.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "sign_in_limit")]
pub struct Model {
    /// An account or an address, never in plain.
    #[sea_orm(primary_key, auto_increment = false)]
    pub subject: String,
    /// From then on it is as if there had been no try.
    pub settled_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
