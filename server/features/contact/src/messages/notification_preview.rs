//! Whether and how a patient would be told of a change, before a member makes it.

use chrono::{DateTime, Utc};
use entity::{
    clinic::appointment,
    words::{MessageChannel, MessageReason},
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    plan::{HELD_FOR, news_channel},
    reachability, settings,
    times::QuietHours,
};
use base::error::Result;
use people::patients;
use tenancy::Work;

/// Whether and how the patient is told, three minutes later, that the visit was moved or canceled.
#[derive(Debug, Serialize, ToSchema)]
pub struct Outlook {
    /// Why the patient is not told; null if the patient is.
    moved: Option<MessageReason>,
    /// Why the patient is not told; null if the patient is. `quiet_hours`: the visit begins before the quiet hours end, so that
    /// nothing is sent unless a member has it sent at once.
    cancelled: Option<MessageReason>,
    /// When the message is sent: in three minutes, or when the quiet hours end.
    due_at: DateTime<Utc>,
    /// Whether the quiet hours delay the message.
    is_quiet: bool,
    channel: MessageChannel,
    /// The address or the number.
    to: Option<String>,
    /// Why a patient who cannot be mailed is not texted either, if the clinic texts such patients; null if the patient can be
    /// told.
    not_texted: Option<MessageReason>,
}

/// Depends on the clinic's settings, and on how the patient can and wants to be reached.
pub async fn outlook(work: Work<'_>, row: &appointment::Model) -> Result<Outlook> {
    let Work { tx, now, .. } = work;
    let settings = settings::current(tx).await?;
    let person = patients::person(tx, row.patient_id).await?;
    let mail = reachability::by_mail(tx, &person, true).await?;
    let text = reachability::by_text(tx, &person, true).await?;
    let channel = news_channel(&settings, mail, text);
    let (why_not, to) = match channel {
        MessageChannel::Email => (mail.err(), person.email),
        MessageChannel::Text => (None, person.phone),
    };
    let unless = |is_on: bool| if settings.enabled && is_on { why_not } else { Some(MessageReason::SwitchedOff) };
    let is_past = row.starts_at <= now;
    let quiet = QuietHours { from: settings.quiet_from, to: settings.quiet_to };
    let due_at = quiet.after(now + HELD_FOR, work.zone());
    let is_too_late = due_at >= row.starts_at;
    Ok(Outlook {
        moved: unless(settings.moved),
        cancelled: unless(settings.cancelled)
            .or(is_past.then_some(MessageReason::Past))
            .or(is_too_late.then_some(MessageReason::QuietHours)),
        due_at,
        is_quiet: due_at > now + HELD_FOR,
        channel,
        to: to.filter(|_| why_not.is_none()),
        not_texted: text.err().filter(|_| why_not.is_some() && settings.news_by_text),
    })
}
