use chrono::{DateTime, Utc};
use sea_orm::{QueryOrder, entity::prelude::*};

use crate::{
    Relation,
    ids::{ExamTemplateId, MemberId},
};

/// A version of an exam template. Inserted, never changed.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "exam_template_version")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub template_id: ExamTemplateId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub version: i32,
    pub name: String,
    pub description: Option<String>,
    pub vitals_template: Option<String>,
    pub ros_template: Option<String>,
    pub pe_template: Option<String>,
    /// `None` for a template that came with the clinic, and for templates from before versions were kept.
    pub saved_by: Option<MemberId>,
    /// The member's name at that moment.
    pub saved_by_name: Option<String>,
    pub saved_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    /// A template's versions, newest first.
    pub fn of_template(id: ExamTemplateId) -> Select<Self> {
        Self::find().filter(Column::TemplateId.eq(id)).order_by_desc(Column::Version)
    }
}
