//! Whether what a message says is still so, and what it says beside the visit's time.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{appointment, message, patient},
    words::{AppointmentStatus, MessageKind},
};
use sea_orm::EntityTrait;

use super::{of_service, open_forms, recalls, treated};
use crate::foundation::{error::Result, tenancy::ClinicTx};

/// What a message says beside the visit's time.
#[derive(Default)]
pub(super) struct About {
    pub(super) aftercare: Option<String>,
}

/// What the message says, if the visit is still as it says and has not begun, or the form still waits.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn still_so(
    tx: &ClinicTx,
    message: &message::Model,
    patient: &patient::Model,
    now: DateTime<Utc>,
) -> Result<Option<About>> {
    if let Some(consent) = message.consent_id {
        let is_waiting = open_forms::waiting(tx, consent, now).await?.is_some();
        return Ok(is_waiting.then(About::default));
    }
    if let Some(treatment) = message.treatment_id {
        let aftercare = treated::aftercare(tx, treatment).await?;
        return Ok(aftercare.map(|text| About { aftercare: Some(text) }));
    }
    let Some(id) = message.appointment_id else { return Ok(Some(About::default())) };
    let Some(visit) = appointment::Entity::find_by_id(id).one(tx).await? else { return Ok(None) };
    let is_completed = visit.status == AppointmentStatus::Completed;
    let is_ahead = now < message.starts_at;
    let is_so = match message.kind {
        MessageKind::Cancelled => visit.status == AppointmentStatus::Cancelled && is_ahead,
        MessageKind::Aftercare => {
            let aftercare = of_service::of(tx, visit.service_id).await?.and_then(|about| about.aftercare);
            return Ok(aftercare.filter(|_| is_completed).map(|text| About { aftercare: Some(text) }));
        }
        MessageKind::Recall => is_completed && recalls::is_wanted(tx, &visit, patient).await?.is_ok(),
        _ => !visit.status.is_free() && visit.starts_at == message.starts_at && is_ahead,
    };
    Ok(is_so.then(About::default))
}
