use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// How the clinic reviews: one row, once something was changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "review_setting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i16,
    /// Within how many hours a treatment is to be approved.
    pub chart_due_hours: i32,
    /// Increases with each change, of the shares too.
    pub version: i32,
    pub updated_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
