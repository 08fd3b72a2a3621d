//! Whether a patient can be reached in a way, by their wishes and by what is known of the address or number.

use entity::{
    clinic::{patient, text_stop},
    words::{MailStopReason, MessageChannel, MessageReason},
};
use sea_orm::EntityTrait;

use super::{
    plan::{Reach, reach},
    texts,
};
use crate::{
    features::patients,
    foundation::{error::Result, tenancy::ClinicTx},
};

/// Whether the patient can be reached by a text.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn by_text(tx: &ClinicTx, person: &patient::Model, is_wanted: bool) -> Result<Reach> {
    let number = person.phone.as_deref().and_then(texts::international);
    let reach = reach(MessageChannel::Text, person.may_text && is_wanted, number.is_some());
    let (Ok(()), Some(number)) = (reach, number) else { return Ok(reach) };
    let is_stopped = text_stop::Entity::find_by_id(number).one(tx).await?.is_some();
    Ok(if is_stopped { Err(MessageReason::Stopped) } else { Ok(()) })
}

/// Whether the patient can be reached by mail.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn by_mail(tx: &ClinicTx, person: &patient::Model, is_wanted: bool) -> Result<Reach> {
    let reach = reach(MessageChannel::Email, person.may_email && is_wanted, person.email.is_some());
    if reach.is_err() {
        return Ok(reach);
    }
    Ok(match patients::mail_stop(tx, person).await? {
        None => Ok(()),
        Some(MailStopReason::Returned) => Err(MessageReason::Returned),
        Some(MailStopReason::Complained) => Err(MessageReason::Complained),
    })
}
