use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::ConsentTemplateId};

/// A text from which consents are issued.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "consent_template")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ConsentTemplateId,
    pub name: String,
    pub body: String,
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub removed_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    pub fn active() -> Select<Self> {
        Self::find().filter(Column::RemovedAt.is_null())
    }
}
