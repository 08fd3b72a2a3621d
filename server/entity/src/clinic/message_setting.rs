#![expect(clippy::struct_excessive_bools, reason = "each kind of message is switched by itself")]

use chrono::{DateTime, NaiveTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::MemberId};

/// What a clinic sends to its patients: columns of the clinic's one row of settings.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "clinic_setting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i16,
    /// Nothing is sent while this is false.
    #[sea_orm(column_name = "message_enabled")]
    pub enabled: bool,
    #[sea_orm(column_name = "message_booked")]
    pub booked: bool,
    #[sea_orm(column_name = "message_moved")]
    pub moved: bool,
    #[sea_orm(column_name = "message_cancelled")]
    pub cancelled: bool,
    #[sea_orm(column_name = "message_reminder")]
    pub reminder: bool,
    /// How many days before the visit.
    #[sea_orm(column_name = "message_reminder_days")]
    pub reminder_days: i32,
    /// All times of day are the clinic's own.
    #[sea_orm(column_name = "message_reminder_at")]
    pub reminder_at: NaiveTime,
    #[sea_orm(column_name = "message_confirm_text")]
    pub confirm_text: bool,
    #[sea_orm(column_name = "message_confirm_text_at")]
    pub confirm_text_at: NaiveTime,
    #[sea_orm(column_name = "message_day_text")]
    pub day_text: bool,
    #[sea_orm(column_name = "message_day_text_at")]
    pub day_text_at: NaiveTime,
    /// Whether the services' texts are sent after a visit.
    #[sea_orm(column_name = "message_aftercare")]
    pub aftercare: bool,
    /// Whether patients are reminded that it is time for the next visit, by service.
    #[sea_orm(column_name = "message_recall")]
    pub recall: bool,
    /// Whether patients are reminded of unsigned forms.
    #[sea_orm(column_name = "message_form_reminders")]
    pub form_reminders: bool,
    /// Whether patients who cannot be mailed get a text when a visit is booked, moved or cancelled.
    #[sea_orm(column_name = "message_news_by_text")]
    pub news_by_text: bool,
    /// After how many days a patient is asked how a visit went. Applies if the service sets no number.
    #[sea_orm(column_name = "message_follow_up_days")]
    pub follow_up_days: Option<i32>,
    /// No message is sent from this time until `quiet_to`.
    #[sea_orm(column_name = "message_quiet_from")]
    pub quiet_from: NaiveTime,
    #[sea_orm(column_name = "message_quiet_to")]
    pub quiet_to: NaiveTime,
    /// The sender's name in a mail. `None` means the clinic's name.
    #[sea_orm(column_name = "message_sender_name")]
    pub sender_name: Option<String>,
    /// The address for replies to a mail.
    #[sea_orm(column_name = "message_reply_to")]
    pub reply_to: Option<String>,
    /// Counts the changes.
    #[sea_orm(column_name = "message_version")]
    pub version: i32,
    #[sea_orm(column_name = "message_updated_at")]
    pub updated_at: DateTime<Utc>,
    #[sea_orm(column_name = "message_updated_by")]
    pub updated_by: Option<MemberId>,
    /// The member's name at that moment.
    #[sea_orm(column_name = "message_updated_by_name")]
    pub updated_by_name: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
