use chrono::{DateTime, Utc};
use sea_orm::{JoinType, QuerySelect, SelectTwo, entity::prelude::*};

use super::placement;
use crate::{Relation, words::ClinicStatus};

/// A clinic: its address, its placement, and whether it is served.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(schema_name = "registry", table_name = "clinic")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub subdomain: String,
    pub name: String,
    pub schema_name: String,
    pub placement: String,
    pub shard: i32,
    pub status: ClinicStatus,
    pub schema_version: String,
    /// The oldest server that can serve these tables, named by the newest version that it knew.
    pub oldest_server: String,
    pub time_zone: String,
    pub created_at: DateTime<Utc>,
    /// Until when the clinic is answered 503 because it is being moved.
    pub fenced_until: Option<DateTime<Utc>>,
    /// When the clinic's data was permanently deleted.
    pub deleted_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    /// Clinics with an owner, which are neither unclaimed nor deleted.
    pub fn taken() -> Select<Self> {
        Self::find().filter(Column::Status.is_not_in([
            ClinicStatus::Spare,
            ClinicStatus::Spoilt,
            ClinicStatus::Deleted,
        ]))
    }

    /// Each clinic with its placement, which determines how the clinic is entered.
    pub fn with_placement(clinics: Select<Self>) -> SelectTwo<Self, placement::Entity> {
        let placed = Self::belongs_to(placement::Entity).from(Column::Placement).to(placement::Column::Name);
        clinics.join(JoinType::LeftJoin, placed.into()).select_also(placement::Entity)
    }

    pub fn by_subdomain(subdomain: &str) -> Select<Self> {
        Self::taken().filter(Column::Subdomain.eq(subdomain))
    }
}
