#![expect(clippy::struct_excessive_bools, reason = "each kind of message is switched by itself")]

use chrono::{DateTime, NaiveTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::MemberId;

/// What a clinic sends to its patients: one row, or none while it was never changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "message_setting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i16,
    /// Nothing is sent while this is false.
    pub enabled: bool,
    pub booked: bool,
    pub moved: bool,
    pub cancelled: bool,
    pub reminder: bool,
    /// How many days before the visit.
    pub reminder_days: i32,
    /// All times of day are the clinic's own.
    pub reminder_at: NaiveTime,
    pub confirm_text: bool,
    pub confirm_text_at: NaiveTime,
    pub day_text: bool,
    pub day_text_at: NaiveTime,
    /// The texts that services send after a visit.
    pub aftercare: bool,
    /// Reminders that it is time for the next visit, by service.
    pub recall: bool,
    /// Reminders of forms that are not signed.
    pub form_reminders: bool,
    /// Whether patients who cannot be mailed get a text when a visit is booked, moved or cancelled.
    pub news_by_text: bool,
    /// After how many days of a visit the patient is asked how it went, where its service sets no number.
    pub follow_up_days: Option<i32>,
    /// Nothing is sent from here to `quiet_to`.
    pub quiet_from: NaiveTime,
    pub quiet_to: NaiveTime,
    /// The sender's name in a mail; none: the clinic's name.
    pub sender_name: Option<String>,
    /// Where answers to a mail go.
    pub reply_to: Option<String>,
    /// Counts the changes.
    pub version: i32,
    pub updated_at: DateTime<Utc>,
    pub updated_by: Option<MemberId>,
    /// Their name at that moment.
    pub updated_by_name: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
