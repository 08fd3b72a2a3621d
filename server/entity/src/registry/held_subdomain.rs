use chrono::{DateTime, Utc};
use sea_orm::{Condition, entity::prelude::*};

use crate::{Relation, words::HoldReason};

/// A former subdomain of a clinic. No other clinic gets it while it is reserved.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(schema_name = "registry", table_name = "held_subdomain")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub subdomain: String,
    pub clinic_id: Uuid,
    pub reason: HoldReason,
    pub held_at: DateTime<Utc>,
    /// When another clinic may have the subdomain. `None` if never.
    pub free_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    /// Whether the subdomain is reserved at `now`.
    pub fn holds(subdomain: &str, now: DateTime<Utc>) -> Select<Self> {
        let is_kept = Condition::any().add(Column::FreeAt.is_null()).add(Column::FreeAt.gt(now));
        Self::find_by_id(subdomain).filter(is_kept)
    }
}
