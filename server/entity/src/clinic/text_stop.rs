use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// A phone number that has answered STOP, and since then not START.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "text_stop")]
pub struct Model {
    /// With its country: `+15550101234`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub number: String,
    pub stopped_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
