use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// A template for exams.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "exam_template")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub name: String,
    pub description: Option<String>,
    pub vitals_template: Option<String>,
    pub ros_template: Option<String>,
    pub pe_template: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub removed_at: Option<DateTime<Utc>>,
    pub version: i32,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    pub fn active() -> Select<Self> {
        Self::find().filter(Column::RemovedAt.is_null())
    }
}
