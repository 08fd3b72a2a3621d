//! A consent as it was issued, and signed if it was.

use entity::{
    clinic::{consent, consent_decline, consent_signature, consent_withdrawal},
    ids::ConsentId,
    words::{ConsentEventKind, MessageChannel},
};
use sea_orm::EntityTrait;
use serde_json::{Value, json};

use super::{at, corrections::role, hex, picture};
use ::consent::consents::{self, ConsentEvent};
use base::error::{Error, Result};
use people::patients;
use tenancy::ClinicTx;

/// The name and the content of a consent.
pub async fn value(tx: &ClinicTx, id: ConsentId) -> Result<(String, Value)> {
    let row = consent::Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)?;
    let signature = consent_signature::Entity::find_by_id(id).one(tx).await?;
    let decline = consent_decline::Entity::find_by_id(id).one(tx).await?;
    let withdrawal = consent_withdrawal::Entity::find_by_id(id).one(tx).await?;
    let history = consents::history_of(tx, &row, signature.as_ref(), decline.as_ref()).await?;
    let digest = signature.as_ref().and_then(|signature| signature.content_digest.as_deref());
    let digest = hex(digest.or(row.content_digest.as_deref()));
    let status = match (&signature, &decline, row.revoked_at) {
        (Some(_), ..) if withdrawal.is_some() => "Signed, and withdrawn by the patient",
        (Some(_), ..) => "Signed",
        (None, Some(_), _) => "Declined by the patient",
        (None, None, Some(_)) => "Revoked, not signed",
        (None, None, None) => "Not signed",
    };
    // A signed or declined consent cannot be revoked. The patient can withdraw a signed one.
    let voided = match withdrawal {
        Some(row) => json!({ "by": row.member_name, "at": at(row.withdrawn_at), "reason": row.reason }),
        None if signature.is_none() && decline.is_none() => revoked(&history),
        None => Value::Null,
    };
    let patient = patients::person(tx, row.patient_id).await?;
    let value = json!({
        "id": id,
        "status": status,
        "version": row.template_version,
        "issued": at(row.issued_at),
        "issued_by": row.issuer.map(|issuer| format!("{}, {}", issuer.name, role(&issuer))),
        "body": { "html": consents::sanitized_one(row.body).await? },
        "signature": signature.map(|signature| signature_value(signature, patient.full_name())),
        "declined": decline.map(|decline| json!({ "at": at(decline.declined_at), "reason": decline.reason })),
        "voided": voided,
        "history": history.iter().map(event).collect::<Vec<_>>(),
        "digest": digest,
    });
    Ok((row.template_name, value))
}

/// The signature. `name` is the patient's present name, for signatures from before the signer was stored.
pub fn signature_value(row: consent_signature::Model, name: String) -> Value {
    json!({
        "name": row.signer.map_or(name, |signer| signer.name_and_relation()),
        "typed_name": row.typed_name,
        "picture": row.signature.as_deref().map(picture),
        "at": at(row.signed_at),
        "ip": row.ip,
        "device": auth::device_in_words(&row.user_agent),
        "user_agent": row.user_agent,
        "electronic": row.electronic_consent,
    })
}

/// Who revoked the consent, when and why. Null if it was not revoked.
fn revoked(history: &[ConsentEvent]) -> Value {
    let reason = |kind| match kind {
        ConsentEventKind::Revoked => Some("Withdrawn by the clinic before it was signed"),
        ConsentEventKind::Replaced => Some("Replaced by a newer text before it was signed"),
        _ => None,
    };
    let ended = history.iter().rev().find_map(|event| Some((event, reason(event.kind)?)));
    ended.map_or(Value::Null, |(event, reason)| json!({ "by": event.by, "at": at(event.at), "reason": reason }))
}

fn event(event: &ConsentEvent) -> Value {
    let to = event.address.as_deref().map(|address| format!("to {address}"));
    json!({ "at": at(event.at), "what": event_in_words(event.kind, event.channel), "by": event.by.as_deref().or(to.as_deref()) })
}

/// An event of a consent, in a few words.
pub const fn event_in_words(kind: ConsentEventKind, channel: Option<MessageChannel>) -> &'static str {
    match kind {
        ConsentEventKind::Issued => "Issued",
        ConsentEventKind::Sent => "Link sent",
        ConsentEventKind::Opened => "Opened by the link",
        ConsentEventKind::ReadToEnd => "Read to the end",
        ConsentEventKind::Signed => "Signed",
        ConsentEventKind::Declined => "Declined by the patient",
        ConsentEventKind::Downloaded => "Downloaded",
        ConsentEventKind::Expired => "The link ran out",
        ConsentEventKind::Resent => "New link made",
        ConsentEventKind::HandedOver => "Handed over on the tablet at the desk",
        ConsentEventKind::Reminded if matches!(channel, Some(MessageChannel::Text)) => "New link to be texted",
        ConsentEventKind::Reminded => "New link to be mailed",
        ConsentEventKind::Revoked => "Revoked",
        ConsentEventKind::Replaced => "Replaced by a newer text",
    }
}
