//! Whether a message is still true when it is sent, and what it says apart from the visit's time.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{appointment, message, patient},
    words::{AppointmentStatus, MessageKind},
};
use sea_orm::EntityTrait;

use super::{open_forms, recall_rule, service_rules, treatment_messages};
use base::error::Result;
use tenancy::ClinicTx;

/// What a message says apart from the visit's time.
#[derive(Default)]
pub(super) struct MessageDetails {
    pub(super) aftercare: Option<String>,
}

/// The details of the message if it is still true: the visit has not changed or begun, or the form is not signed yet. `None`
/// otherwise.
pub(super) async fn check_current(
    tx: &ClinicTx,
    message: &message::Model,
    patient: &patient::Model,
    now: DateTime<Utc>,
) -> Result<Option<MessageDetails>> {
    if let Some(consent) = message.consent_id {
        let is_waiting = open_forms::waiting(tx, consent, now).await?.is_some();
        return Ok(is_waiting.then(MessageDetails::default));
    }
    if let Some(treatment) = message.treatment_id {
        let aftercare = treatment_messages::aftercare(tx, treatment).await?;
        return Ok(aftercare.map(|text| MessageDetails { aftercare: Some(text) }));
    }
    let Some(id) = message.appointment_id else { return Ok(Some(MessageDetails::default())) };
    let Some(visit) = appointment::Entity::find_by_id(id).one(tx).await? else { return Ok(None) };
    let is_completed = visit.status == AppointmentStatus::Completed;
    let is_ahead = now < message.starts_at;
    let is_so = match message.kind {
        MessageKind::Cancelled => visit.status == AppointmentStatus::Cancelled && is_ahead,
        MessageKind::Aftercare => {
            let aftercare = service_rules::find(tx, visit.service_id).await?.and_then(|about| about.aftercare);
            return Ok(aftercare.filter(|_| is_completed).map(|text| MessageDetails { aftercare: Some(text) }));
        }
        MessageKind::Recall => is_completed && recall_rule::is_wanted(tx, &visit, patient).await?.is_ok(),
        _ => {
            // A patient who has asked for another time is not reminded of this one, unless a member has the message sent again.
            let is_settled =
                message.kind.is_news() || visit.move_asked_at.is_none() || message.asked_again_at.is_some();
            !visit.status.is_free() && visit.starts_at == message.starts_at && is_ahead && is_settled
        }
    };
    Ok(is_so.then(MessageDetails::default))
}
