use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{MemberId, ServiceId},
};

/// The messages that patients get about one service. Without a row, patients get only the reminder.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "service_message")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub service_id: ServiceId,
    /// Whether patients are reminded of a visit.
    pub reminder: bool,
    /// The text that is mailed after a visit. `None` if nothing is mailed.
    pub aftercare: Option<String>,
    /// After how many weeks a patient is reminded to book the next visit. `None` if never.
    pub recall_weeks: Option<i32>,
    /// After how many days a patient is asked how a completed visit went. `None` means the clinic's setting.
    pub follow_up_days: Option<i32>,
    /// Whether the patient is never asked, regardless of the clinic's setting.
    pub no_follow_up: bool,
    /// Counts the changes.
    pub version: i32,
    pub updated_at: DateTime<Utc>,
    pub updated_by: MemberId,
    /// The member's name at that moment.
    pub updated_by_name: String,
}

impl ActiveModelBehavior for ActiveModel {}
