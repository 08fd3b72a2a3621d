//! Whether a patient can be reached by a channel, by the patient's wishes and by what is known of the address or number.

use entity::{
    clinic::{patient, text_stop},
    words::{MailStopReason, MessageChannel, MessageReason},
};
use sea_orm::EntityTrait;

use super::plan::{Reach, reach};
use base::{error::Result, phone};
use people::patients;
use tenancy::ClinicTx;

/// Whether the patient can be reached by a text.
pub(super) async fn by_text(tx: &ClinicTx, person: &patient::Model, is_wanted: bool) -> Result<Reach> {
    let number = person.phone.as_deref().and_then(phone::international);
    let reach = reach(MessageChannel::Text, person.may_text && is_wanted, number.is_some());
    let (Ok(()), Some(number)) = (reach, number) else { return Ok(reach) };
    let stop = text_stop::Entity::find_by_id(number).one(tx).await?;
    Ok(match stop.map(|stop| stop.reason) {
        None => Ok(()),
        Some(None) => Err(MessageReason::Stopped),
        Some(Some(_)) => Err(MessageReason::NoNumber),
    })
}

/// Whether the patient can be reached by mail.
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
