use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::Relation;

/// A processed report of the mail provider. A repeated report changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "mail_report")]
pub struct Model {
    /// The provider's id of the report.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub received_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
