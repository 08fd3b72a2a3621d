use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{MemberId, ServiceId};

/// What patients are sent about one service; without a row the reminder alone.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "service_message")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub service_id: ServiceId,
    /// Whether a visit is reminded of.
    pub reminder: bool,
    /// What is mailed after a visit; none: nothing.
    pub aftercare: Option<String>,
    /// After how many weeks a patient is reminded that it is time for the next one; none: never.
    pub recall_weeks: Option<i32>,
    /// After how many days of a completed visit the patient is asked how it went; none: the clinic's setting.
    pub follow_up_days: Option<i32>,
    /// The patient is never asked, whatever the clinic's setting is.
    pub no_follow_up: bool,
    /// Counts the changes.
    pub version: i32,
    pub updated_at: DateTime<Utc>,
    pub updated_by: MemberId,
    /// Their name at that moment.
    pub updated_by_name: String,
}

impl ActiveModelBehavior for ActiveModel {}
