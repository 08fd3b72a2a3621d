use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// Somebody asked by mail for the addresses of the clinics they work at. The address is kept until it
/// is answered, its keyed hash for a day.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(schema_name = "registry", table_name = "find_request")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub email: Option<String>,
    pub email_key: Vec<u8>,
    pub asked_at: DateTime<Utc>,
    pub claimed_until: Option<DateTime<Utc>>,
    pub done_at: Option<DateTime<Utc>>,
    /// How often it was looked into where a clinic could not be entered.
    pub tries: i32,
    /// The clinics that are still to be looked through; none before the first look.
    pub missed: Vec<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}
