use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::MemberId};

/// Who is mailed about estimates that are due: columns of the clinic's one row of settings.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "clinic_setting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i16,
    /// The recipients. If empty, the owner.
    #[sea_orm(column_name = "estimate_clock_member_ids")]
    pub member_ids: Vec<MemberId>,
    /// The day of the last mail, by the clinic's calendar.
    #[sea_orm(column_name = "estimate_clock_mailed_on")]
    pub mailed_on: Option<Date>,
    /// Counts the changes.
    #[sea_orm(column_name = "estimate_clock_version")]
    pub version: i32,
    #[sea_orm(column_name = "estimate_clock_updated_at")]
    pub updated_at: DateTime<Utc>,
    /// The member's name at that moment.
    #[sea_orm(column_name = "estimate_clock_updated_by_name")]
    pub updated_by_name: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
