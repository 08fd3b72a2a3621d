use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::MemberId};

/// A reminder that a member's license expires, made once for each date. Inserted, never changed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "license_notice")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub member_id: MemberId,
    /// The license's expiry at that time. If the expiry changes, the reminders start again.
    pub expires_on: Date,
    /// 60, 30 or 7.
    pub days_before: i32,
    pub noticed_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
