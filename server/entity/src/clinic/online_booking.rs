use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{AppointmentId, MemberId};
use crate::words::{BookingAnswer, MessageChannel};

/// How an appointment was booked online: what the patient accepted, and what the clinic answered.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "online_booking")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub appointment_id: AppointmentId,
    /// How the patient's contact was confirmed, and how the clinic answers.
    pub channel: MessageChannel,
    /// Whether the booking added the patient.
    pub is_new_patient: bool,
    /// The policy that was accepted; none where the clinic had none.
    pub policy_version: Option<i32>,
    pub policy_sha256: Option<Vec<u8>>,
    pub accepted_at: DateTime<Utc>,
    pub answered_at: Option<DateTime<Utc>>,
    pub answer: Option<BookingAnswer>,
    pub answered_by: Option<MemberId>,
    /// Their name at that moment.
    pub answered_by_name: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
