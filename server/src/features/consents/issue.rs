//! Issuing a consent: the text is frozen, and a link is made of which only the hash is stored.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{consent, consent_template},
    ids::{ConsentTemplateId, PatientId},
};
use sea_orm::{ActiveModelTrait, ActiveValue::NotSet, EntityTrait, IntoActiveModel};
use sha2::{Digest, Sha256};

use super::sanitize::sanitized_one;
use crate::foundation::{
    crypto::token,
    error::{Error, Result},
    evidence,
    tenancy::{ClinicTx, Member},
};

/// Freezes the template's text for the patient; returns the row and the link's token, which is sent once and
/// not stored.
///
/// # Errors
/// When the template no longer exists.
pub async fn issue(
    tx: &ClinicTx,
    patient_id: PatientId,
    template_id: ConsentTemplateId,
    issued_by: &Member,
    now: DateTime<Utc>,
) -> Result<(consent::Model, String)> {
    let template = consent_template::Entity::find_by_id(template_id)
        .one(tx)
        .await?
        .filter(|template| template.removed_at.is_none())
        .ok_or_else(|| Error::field("templateId", "Choose one of the clinic's templates"))?;
    let settings = crate::features::settings::current(tx).await?;
    let token = token::random();
    let body = sanitized_one(template.body).await?;
    let mut row = consent::Model {
        // Assigned by the database.
        id: 0.into(),
        patient_id,
        template_id: template.id,
        template_name: template.name,
        template_version: template.version,
        body_sha256: Sha256::digest(body.as_bytes()).to_vec(),
        body,
        token_hash: token::hash(&token).to_vec(),
        issued_by: issued_by.id,
        issued_at: now,
        expires_at: now + TimeDelta::days(settings.consent_link_days.into()),
        revoked_at: None,
        issuer: Some(issued_by.signer()),
        content_digest: None,
    };
    row.content_digest = Some(evidence::consent(&row).digest());
    let row = consent::ActiveModel { id: NotSet, ..row.into_active_model() };
    Ok((row.insert(tx).await?, token))
}

/// The stored form of the token in a request.
///
/// # Errors
/// [`Error::ConsentLinkInvalid`] for a text that cannot be a token.
pub fn kept(token: &str) -> Result<[u8; 32]> {
    // 32 bytes in base64url: anything else is not one of our tokens, and is not worth a query.
    if token.len() != 43 || !token.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_') {
        return Err(Error::ConsentLinkInvalid);
    }
    Ok(token::hash(token))
}
