use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    ids::{AppointmentId, ConsentId, PatientId, TreatmentId},
    words::{MessageChannel, MessageKind, MessageReason, MessageStatus},
};

/// A message to a patient, from the moment it is planned.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "message")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub patient_id: PatientId,
    pub appointment_id: Option<AppointmentId>,
    /// The consent of a reminder of a form, in place of the appointment.
    pub consent_id: Option<ConsentId>,
    /// The treatment of a message that follows a treatment without a visit, in place of the appointment.
    pub treatment_id: Option<TreatmentId>,
    pub kind: MessageKind,
    pub channel: MessageChannel,
    pub status: MessageStatus,
    /// Why it was dropped, or failed.
    pub reason: Option<MessageReason>,
    /// Distinguishes messages of one kind about one appointment, so that planning twice makes one: the start that a
    /// reminder is about, in seconds, or the number of earlier announcements; of reminders of a form, how many there
    /// were before.
    pub occasion: i64,
    /// When the visit starts, as the message says; of a reminder of a form when that was issued.
    pub starts_at: DateTime<Utc>,
    pub due_at: DateTime<Utc>,
    /// When a worker began to send it. One that is claimed is not sent by another worker.
    pub claimed_at: Option<DateTime<Utc>>,
    pub sent_at: Option<DateTime<Utc>>,
    /// The ids of the further visits of a series that it announces.
    pub also: Vec<i64>,
    /// When somebody had it sent again after it failed.
    pub asked_again_at: Option<DateTime<Utc>>,
    /// As sent.
    pub subject: Option<String>,
    /// As sent, but for the patient's own link, which is stored nowhere.
    pub body: Option<String>,
    /// The address that a mail went to.
    pub sent_to: Option<String>,
    /// The id at the provider of texts, or the beginning of the mail's own id.
    pub provider_ref: Option<String>,
    pub created_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
