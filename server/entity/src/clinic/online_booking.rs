use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{AppointmentId, MemberId},
    words::{BookingAnswer, MessageChannel},
};

/// How an appointment was booked online: the policy that the patient accepted, and the clinic's answer.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "online_booking")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub appointment_id: AppointmentId,
    /// The channel by which the patient's contact was confirmed and the clinic answers.
    pub channel: MessageChannel,
    /// Whether the booking added the patient.
    pub is_new_patient: bool,
    /// The accepted policy. `None` if the clinic had no policy.
    pub policy_version: Option<i32>,
    pub policy_sha256: Option<Vec<u8>>,
    pub accepted_at: DateTime<Utc>,
    pub answered_at: Option<DateTime<Utc>>,
    pub answer: Option<BookingAnswer>,
    pub answered_by: Option<MemberId>,
    /// The member's name at that moment.
    pub answered_by_name: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
