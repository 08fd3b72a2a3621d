use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::MemberId;

/// Who has added a member, repeated the invitation, or changed the address of the invitation. Each of them may
/// have had access to the account.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "member_sponsor")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub member_id: MemberId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub sponsor_id: MemberId,
    pub at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
