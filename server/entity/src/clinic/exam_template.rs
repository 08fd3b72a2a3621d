use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::ExamTemplateId};

/// A template for exams.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "exam_template")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ExamTemplateId,
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
