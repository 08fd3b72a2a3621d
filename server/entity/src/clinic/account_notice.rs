use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::MemberId, words::AccountChange};

/// A change of a member's account, and the address that is notified.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "account_notice")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub member_id: MemberId,
    pub kind: AccountChange,
    pub address: String,
    /// Whether the address was confirmed at that time.
    pub address_confirmed: bool,
    /// The IP address of the request that made the change.
    pub ip: String,
    pub user_agent: String,
    pub at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
