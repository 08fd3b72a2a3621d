use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::Relation;

/// A code that the booking page has sent, kept for a day so that codes can be counted.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "booking_code")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    /// The visitor's network and the address or number, as keyed hashes.
    pub network: String,
    pub mailbox: String,
    pub sent_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
