//! The content of a consent's copy: the frozen text, the signature, and the certificate of how it was signed.

use entity::{
    clinic::{
        consent,
        consent_event::{Column, Entity, Model},
        consent_signature,
    },
    ids::ConsentId,
    words::{ConsentEventKind, MessageChannel},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde_json::{Value, json};

use crate::documents::content::{at, event_in_words, hex, signature_value};
use ::consent::consents;
use base::{date_format::second_in_utc, error::Result};
use tenancy::{Clinic, ClinicTx};

/// The most events on the certificate, the newest until the signature. A link that is opened often would make
/// the certificate too long.
const MAX_EVENTS: u64 = 100;

/// The permanent name of the document, from the clinic and the consent.
pub(super) fn document_id(clinic: &Clinic, consent: ConsentId) -> String {
    format!("{} consent {consent}", clinic.id)
}

/// The template's content.
pub(super) async fn value(
    tx: &ClinicTx,
    clinic: &Clinic,
    row: consent::Model,
    signature: consent_signature::Model,
    signer: &str,
) -> Result<Value> {
    let events = until_signed(tx, row.id).await?;
    let notice = signature.notice_version.and_then(|version| consents::notice_of(version, &clinic.name));
    let act = signature.act_version.and_then(|version| consents::act_of(version, &clinic.name));
    let wording = |version: Option<i32>, found: Option<(&'static str, String)>| {
        version.zip(found).map(|(version, (dated, text))| json!({ "version": version, "dated": dated, "text": text }))
    };
    // Recomputed, so that the certificate matches the text on the page before it.
    let text_hash = evidence::consent(&row);
    let certificate = json!({
        "document": document_id(clinic, row.id),
        "text_sha256": text_hash.field("body_sha256"),
        "content_sha256": hex(signature.content_digest.as_deref()),
        "notice": wording(signature.notice_version, notice),
        "act": wording(signature.act_version, act),
        "sent": sent(&events),
        "events": events.iter().map(event).collect::<Vec<_>>(),
    });
    Ok(json!({
        "version": row.template_version,
        "issued": at(row.issued_at),
        "issued_by": row.issuer.map(|issuer| format!("{}, {}", issuer.name, issuer.role)),
        "body": { "html": consents::sanitized_one(row.body).await? },
        "signature": signature_value(signature, signer.to_owned()),
        "certificate": certificate,
    }))
}

/// The events until the signature, oldest first. Later events are not part of what was signed.
async fn until_signed(tx: &ClinicTx, id: ConsentId) -> Result<Vec<Model>> {
    let of_consent = || Entity::find().filter(Column::ConsentId.eq(id));
    let signed =
        of_consent().filter(Column::Kind.eq(ConsentEventKind::Signed)).order_by_asc(Column::Id).one(tx).await?;
    let until = signed.map_or(i64::MAX, |event| event.id);
    let mut events =
        of_consent().filter(Column::Id.lte(until)).order_by_desc(Column::Id).limit(MAX_EVENTS).all(tx).await?;
    events.reverse();
    Ok(events)
}

/// How the newest link reached the signer.
fn sent(events: &[Model]) -> Value {
    let newest = events.iter().rev().find(|event| {
        use ConsentEventKind::{Issued, Resent, Sent};
        matches!(event.kind, Issued | Resent | Sent)
    });
    let Some(event) = newest else { return Value::Null };
    let channel = match event.channel {
        Some(MessageChannel::Email) => "By e-mail to",
        Some(MessageChannel::Text) => "By text to",
        None => return format!("Handed over by {}", event.name.as_deref().unwrap_or("the clinic")).into(),
    };
    format!("{channel} {}", event.address.as_deref().unwrap_or("an unknown address")).into()
}

fn event(row: &Model) -> Value {
    json!({
        "at": second_in_utc(row.at),
        "what": event_in_words(row.kind, row.channel),
        "who": row.name.as_deref().or(row.address.as_deref()),
        // A member's own address is left out, because the copy is for the patient. The clinic's audit holds it.
        "ip": row.ip.as_deref().filter(|_| row.member_id.is_none()),
        "agent": row.user_agent.as_deref().filter(|_| row.member_id.is_none()),
    })
}
