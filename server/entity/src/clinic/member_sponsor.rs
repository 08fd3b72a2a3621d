use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// Who has added a member, sent the invitation again, or changed the address that it goes to. Whoever
/// did may hold the account.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "member_sponsor")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub member_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub sponsor_id: i64,
    pub at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
