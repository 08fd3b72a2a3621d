use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::MemberId;

/// Who is mailed about estimates that are due: one row, or none while nothing was changed and nothing mailed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "estimate_clock_setting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i16,
    /// Nobody: the owner.
    pub member_ids: Vec<MemberId>,
    /// The day of the last mail, by the clinic's calendar.
    pub mailed_on: Option<Date>,
    /// Counts the changes.
    pub version: i32,
    pub updated_at: DateTime<Utc>,
    /// By the name of that moment.
    pub updated_by_name: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
