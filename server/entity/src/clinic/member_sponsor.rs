use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::MemberId};

/// A person who added a member, repeated the invitation, or changed its address. Such a person may have had access to
/// the account.
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
