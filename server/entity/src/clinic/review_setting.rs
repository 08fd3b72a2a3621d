use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::Relation;

/// How the clinic reviews: columns of the clinic's one row of settings.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "clinic_setting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i16,
    /// The number of hours within which a treatment must be approved.
    #[sea_orm(column_name = "review_chart_due_hours")]
    pub chart_due_hours: i32,
    /// Increases with each change, including changes of the shares.
    #[sea_orm(column_name = "review_version")]
    pub version: i32,
    #[sea_orm(column_name = "review_updated_at")]
    pub updated_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
