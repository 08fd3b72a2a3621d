//! Issuing a consent: the text is frozen, and a link is made of which only the hash is kept.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::{consent, consent_template};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait};
use sha2::{Digest, Sha256};

use super::sanitize::sanitized_one;
use crate::{
    error::{Error, Result},
    tenancy::ClinicTx,
};

/// What is kept of a link's token.
fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// Freezes the template's text for the patient; answers the row and the link's token, which is
/// told this once and kept nowhere.
///
/// # Errors
/// When there is no such template any more.
pub async fn issue(
    tx: &ClinicTx,
    patient_id: i64,
    template_id: i64,
    issued_by: i64,
    now: DateTime<Utc>,
) -> Result<(consent::Model, String)> {
    let template = consent_template::Entity::find_by_id(template_id)
        .one(tx)
        .await?
        .filter(|template| template.removed_at.is_none())
        .ok_or_else(|| Error::field("templateId", "Choose one of the clinic's templates"))?;
    let settings = crate::clinics::settings(tx).await?;
    let token = URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>());
    let body = sanitized_one(template.body).await?;
    let row = consent::ActiveModel {
        patient_id: Set(patient_id),
        template_id: Set(template.id),
        template_name: Set(template.name),
        template_version: Set(template.version),
        body_sha256: Set(Sha256::digest(body.as_bytes()).to_vec()),
        body: Set(body),
        token_hash: Set(hash(&token).to_vec()),
        issued_by: Set(issued_by),
        issued_at: Set(now),
        expires_at: Set(now + TimeDelta::days(settings.consent_link_days.into())),
        ..Default::default()
    };
    Ok((row.insert(tx).await?, token))
}

/// What is kept of the token that somebody came with.
///
/// # Errors
/// [`Error::ConsentLinkInvalid`] for what is no token at all.
pub fn kept(token: &str) -> Result<[u8; 32]> {
    // 32 bytes in base64url: anything else is no token of ours, and not worth a query.
    if token.len() != 43 || !token.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_') {
        return Err(Error::ConsentLinkInvalid);
    }
    Ok(hash(token))
}
