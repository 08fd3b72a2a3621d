use chrono::{DateTime, Utc};
use sea_orm::{QueryOrder, entity::prelude::*};

use crate::{
    Relation,
    ids::{ConsentTemplateId, MemberId},
};

/// A version of a consent template. Inserted, never changed.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "consent_template_version")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub template_id: ConsentTemplateId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub version: i32,
    pub name: String,
    pub body: String,
    /// `None` for a text that came with the clinic, and for texts from before versions were kept.
    pub saved_by: Option<MemberId>,
    /// The member's name at that moment.
    pub saved_by_name: Option<String>,
    pub saved_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    /// A template's versions, newest first.
    pub fn of_template(id: ConsentTemplateId) -> Select<Self> {
        Self::find().filter(Column::TemplateId.eq(id)).order_by_desc(Column::Version)
    }
}
