//! Issues a consent: freezes its text, and makes a link. Only the hash of the link is stored.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{consent, consent_template, patient},
    ids::{ConsentId, ConsentTemplateId, PatientId},
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::NotSet, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect,
};
use sha2::{Digest, Sha256};

use super::sanitize::sanitized_one;
use base::error::{Error, Result};
use crypto::token;
use http_api::state::App;
use tenancy::{ClinicTx, Member};

/// Freezes the template's text for the patient. Returns the row and the link's token, which is sent once and not
/// stored.
///
/// Fails when the template no longer exists.
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
    let settings = practice::settings::current(tx).await?;
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
        link_hash: None,
        link_expires_at: None,
        kiosk_hash: None,
        kiosk_ends_at: None,
        issuer: Some(issued_by.signer()),
        content_digest: None,
    };
    row.content_digest = Some(evidence::consent(&row).digest());
    let row = consent::ActiveModel { id: NotSet, ..row.into_active_model() };
    Ok((row.insert(tx).await?, token))
}

/// Reads and locks a consent, for issuing its template's newer text.
///
/// Fails when there is no such consent, or no newer text that the patient does not have yet.
pub async fn with_newer_version(tx: &ClinicTx, id: ConsentId) -> Result<consent::Model> {
    let former = consent::Entity::find_by_id(id).lock_exclusive().one(tx).await?.ok_or(Error::NotFound)?;
    let template = consent_template::Entity::find_by_id(former.template_id).one(tx).await?;
    let Some(template) = template.filter(|template| template.removed_at.is_none()) else {
        return Err(Error::conflict("template_removed", "This text is no longer on the clinic's list."));
    };
    if template.version <= former.template_version {
        return Err(Error::conflict("same_version", "The text has not changed since. Make a new link instead."));
    }
    let newer = consent::Entity::find()
        .filter(consent::Column::PatientId.in_subquery(patient::Entity::ids_of_person(former.patient_id)))
        .filter(consent::Column::TemplateId.eq(former.template_id))
        .filter(consent::Column::TemplateVersion.eq(template.version))
        .filter(consent::Column::RevokedAt.is_null());
    if newer.one(tx).await?.is_some() {
        return Err(Error::conflict("issued_already", "The newer text was issued to this patient already."));
    }
    Ok(former)
}

/// The page that a link's token opens. The host is from the registry, never from the Host header, because the link must
/// not lead to an attacker's host.
pub fn portal_url(app: &App, subdomain: &str, token: &str) -> String {
    format!("{}/portal/sign/{token}", app.base_url.origin_of(subdomain))
}
