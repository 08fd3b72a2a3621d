use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// A set of sample data; its patients and appointments refer to it and are removed with it.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "sample_set")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub created_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
