use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{AppointmentId, ConsentId, PatientId, TreatmentId},
    words::{MessageChannel, MessageKind, MessageReason, MessageStatus},
};

/// A message to a patient, stored from the moment of planning.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "message")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub patient_id: PatientId,
    pub appointment_id: Option<AppointmentId>,
    /// The consent that a form reminder is about, instead of an appointment.
    pub consent_id: Option<ConsentId>,
    /// The treatment that the message follows, instead of an appointment. Set for a treatment without a visit.
    pub treatment_id: Option<TreatmentId>,
    pub kind: MessageKind,
    pub channel: MessageChannel,
    pub status: MessageStatus,
    /// Why the message was dropped or failed.
    pub reason: Option<MessageReason>,
    /// Distinguishes messages of one kind about one appointment, so that planning twice makes one message. For a
    /// reminder: the start in seconds. For an announcement or a form reminder: the number of earlier ones.
    pub occasion: i64,
    /// When the visit starts, as the message says. For a form reminder: when the form was issued.
    pub starts_at: DateTime<Utc>,
    pub due_at: DateTime<Utc>,
    /// When a worker claimed the message for sending. No other worker sends a claimed message.
    pub claimed_at: Option<DateTime<Utc>>,
    pub sent_at: Option<DateTime<Utc>>,
    /// The ids of the further visits of a series that the message announces.
    pub also: Vec<i64>,
    /// When somebody requested that the failed message be sent again.
    pub asked_again_at: Option<DateTime<Utc>>,
    /// The subject as sent.
    pub subject: Option<String>,
    /// The body as sent, without the patient's own link, which is stored nowhere.
    pub body: Option<String>,
    /// The address that a mail went to.
    pub sent_to: Option<String>,
    /// The id at the text provider, or the beginning of the mail's own id.
    pub provider_ref: Option<String>,
    pub created_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
