use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// How far an address's sign-ups reach into its allowance.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(schema_name = "registry", table_name = "sign_up_limit")]
pub struct Model {
    /// An address, never in plain.
    #[sea_orm(primary_key, auto_increment = false)]
    pub subject: String,
    /// From then on it is as if there had been none.
    pub settled_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
