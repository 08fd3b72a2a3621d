//! A consent as it was issued, and signed if it was.

use entity::{
    clinic::{consent, consent_decline, consent_signature},
    ids::ConsentId,
};
use sea_orm::EntityTrait;
use serde_json::{Value, json};

use super::{at, hex, picture};
use crate::{
    features::{
        consents::{self, ConsentEvent, ConsentEventKind},
        patients,
    },
    foundation::{
        auth,
        error::{Error, Result},
        tenancy::ClinicTx,
    },
};

/// Its name and what it says.
pub async fn value(tx: &ClinicTx, id: ConsentId) -> Result<(String, Value)> {
    let row = consent::Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)?;
    let signature = consent_signature::Entity::find_by_id(id).one(tx).await?;
    let decline = consent_decline::Entity::find_by_id(id).one(tx).await?;
    let history = consents::history_of(tx, &row, signature.as_ref(), decline.as_ref()).await?;
    let digest = signature.as_ref().and_then(|signature| signature.content_digest.as_deref());
    let digest = hex(digest.or(row.content_digest.as_deref()));
    let status = match (&signature, &decline, row.revoked_at) {
        (Some(_), ..) => "Signed",
        (None, Some(_), _) => "Declined by the patient",
        (None, None, Some(_)) => "Not signed: revoked",
        (None, None, None) => "Not signed",
    };
    let patient = patients::person(tx, row.patient_id).await?;
    let value = json!({
        "id": id,
        "status": status,
        "version": row.template_version,
        "issued": at(row.issued_at),
        "issued_by": row.issuer.map(|issuer| format!("{}, {}", issuer.name, issuer.role)),
        "body": { "html": consents::sanitized_one(row.body).await? },
        "signature": signature.map(|signature| signed(signature, patient.full_name())),
        "declined": decline.map(|decline| json!({ "at": at(decline.declined_at), "reason": decline.reason })),
        "history": history.iter().map(event).collect::<Vec<_>>(),
        "digest": digest,
    });
    Ok((row.template_name, value))
}

/// `name`: of the patient now, for signatures from before it was stored.
fn signed(row: consent_signature::Model, name: String) -> Value {
    json!({
        "name": row.signer.map_or(name, |signer| signer.name),
        "typed_name": row.typed_name,
        "picture": row.signature.as_deref().map(picture),
        "at": at(row.signed_at),
        "ip": row.ip,
        "device": auth::device_in_words(&row.user_agent),
        "user_agent": row.user_agent,
        "electronic": row.electronic_consent,
    })
}

fn event(event: &ConsentEvent) -> Value {
    let what = match event.kind {
        ConsentEventKind::Issued => "Issued",
        ConsentEventKind::Opened => "Opened by the link",
        ConsentEventKind::Resent => "New link made",
        ConsentEventKind::Reminded => "New link mailed",
        ConsentEventKind::Signed => "Signed",
        ConsentEventKind::Declined => "Declined by the patient",
        ConsentEventKind::Revoked => "Revoked",
        ConsentEventKind::Replaced => "Replaced by a newer text",
    };
    json!({ "at": at(event.at), "what": what, "by": event.by })
}
