//! Whether a patient would be told of a change, before anybody makes it.

use chrono::{DateTime, Utc};
use entity::{
    clinic::appointment,
    words::{MessageChannel, MessageReason},
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{plan::reach, settings};
use crate::{
    features::patients,
    foundation::{error::Result, tenancy::ClinicTx},
};

/// Why the patient gets no mail when the visit is moved or cancelled; null: they get one, three minutes later.
#[derive(Debug, Serialize, ToSchema)]
pub struct Outlook {
    #[schema(required)]
    moved: Option<MessageReason>,
    #[schema(required)]
    cancelled: Option<MessageReason>,
}

/// By the clinic's settings, and by how the patient can and wants to be reached.
///
/// # Errors
/// When the database is out of reach.
pub async fn outlook(tx: &ClinicTx, row: &appointment::Model, now: DateTime<Utc>) -> Result<Outlook> {
    let settings = settings::current(tx, now).await?;
    let person = patients::person(tx, row.patient_id).await?;
    let mail = reach(MessageChannel::Email, person.may_email, person.email.is_some()).err();
    let unless = |is_on: bool| if settings.enabled && is_on { mail } else { Some(MessageReason::SwitchedOff) };
    let is_past = row.starts_at <= now;
    Ok(Outlook {
        moved: unless(settings.moved),
        cancelled: unless(settings.cancelled).or(is_past.then_some(MessageReason::Past)),
    })
}
