use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::MemberId, words::Module};

/// Whether a module is on. A module without a row was never switched on.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "clinic_module")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub module: Module,
    pub is_on: bool,
    /// Increases with each change.
    pub version: i32,
    /// `None` if no member has switched the module.
    pub changed_by: Option<MemberId>,
    /// The member's name at that moment.
    pub changed_by_name: Option<String>,
    pub changed_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
