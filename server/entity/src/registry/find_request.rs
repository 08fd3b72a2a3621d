use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// A "find my clinic" request. The address is stored until it is answered, its keyed hash for a day.
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
    /// How often it was tried where a clinic could not be entered.
    pub tries: i32,
    /// The clinics that are still to be searched; none before the first search.
    pub missed: Vec<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}
