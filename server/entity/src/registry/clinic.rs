use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// A clinic: its address, where its data lives, and whether it is served.
#[sea_orm::model]
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
    pub status: String,
    pub schema_version: String,
    /// The oldest server that can live with these tables, named by the newest version that it knew.
    pub oldest_server: String,
    pub time_zone: String,
    pub created_at: DateTime<Utc>,
    /// Nobody is let in before: its data is on the way to another place.
    pub fenced_until: Option<DateTime<Utc>>,
    /// When its data was taken away for good.
    pub deleted_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    /// Clinics that are somebody's: the spare and the deleted ones are nowhere to be seen.
    pub fn taken() -> Select<Self> {
        Self::find().filter(Column::Status.is_not_in(["spare", "spoilt", "deleted"]))
    }

    pub fn by_subdomain(subdomain: &str) -> Select<Self> {
        Self::taken().filter(Column::Subdomain.eq(subdomain))
    }
}
