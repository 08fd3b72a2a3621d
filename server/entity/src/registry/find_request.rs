use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::Relation;

/// A "find my clinic" request. The address is stored until the request is answered, the keyed hash of the address for a day.
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
    /// The number of tries so far. A request is tried again if a clinic could not be entered.
    pub tries: i32,
    /// The clinics that are still to be searched. Empty before the first search.
    pub missed: Vec<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}
