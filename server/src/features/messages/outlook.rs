//! Whether a patient would be told of a change and how, before anybody makes it.

use chrono::{DateTime, Utc};
use entity::{
    clinic::appointment,
    words::{MessageChannel, MessageReason},
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{plan::news_channel, reach, settings};
use crate::{
    features::patients,
    foundation::{error::Result, tenancy::ClinicTx},
};

/// Whether the patient is told when the visit is moved or cancelled, three minutes later, and how.
#[derive(Debug, Serialize, ToSchema)]
pub struct Outlook {
    /// Why not; null: they are.
    #[schema(required)]
    moved: Option<MessageReason>,
    #[schema(required)]
    cancelled: Option<MessageReason>,
    channel: MessageChannel,
    /// The address or the number.
    #[schema(required)]
    to: Option<String>,
    /// Why they are not texted either, where the clinic texts those whom it cannot mail; null as long as they can be told.
    #[schema(required)]
    not_texted: Option<MessageReason>,
}

/// By the clinic's settings, and by how the patient can and wants to be reached.
///
/// # Errors
/// When the database is out of reach.
pub async fn outlook(tx: &ClinicTx, row: &appointment::Model, now: DateTime<Utc>) -> Result<Outlook> {
    let settings = settings::current(tx, now).await?;
    let person = patients::person(tx, row.patient_id).await?;
    let mail = reach::by_mail(tx, &person, true).await?;
    let text = reach::by_text(tx, &person, true).await?;
    let channel = news_channel(&settings, mail, text);
    let (why_not, to) = match channel {
        MessageChannel::Email => (mail.err(), person.email),
        MessageChannel::Text => (None, person.phone),
    };
    let unless = |is_on: bool| if settings.enabled && is_on { why_not } else { Some(MessageReason::SwitchedOff) };
    let is_past = row.starts_at <= now;
    Ok(Outlook {
        moved: unless(settings.moved),
        cancelled: unless(settings.cancelled).or(is_past.then_some(MessageReason::Past)),
        channel,
        to: to.filter(|_| why_not.is_none()),
        not_texted: text.err().filter(|_| why_not.is_some() && settings.news_by_text),
    })
}
