//! The link of an issued consent. A new link for the same text, mailed or not, makes the former one invalid. Revoking
//! the consent makes its link invalid too.

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{consent, consent_decline, consent_signature},
    ids::ConsentId,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel, QuerySelect};

use base::error::{Error, Refusal, Result};
use crypto::token;
use practice::settings;
use tenancy::ClinicTx;

/// The answer to a consent's link that is unknown, expired or withdrawn, in the specification's words (section 8).
pub const CONSENT_LINK_INVALID: Refusal = Refusal::new(
    StatusCode::NOT_FOUND,
    "link_invalid",
    "This consent link is invalid or has expired. Please contact the clinic for a new link.",
);

/// Reads and locks a consent that the patient has neither signed nor declined, so that simultaneous changes happen one
/// after the other. `what` names the attempted change.
///
/// Fails when there is no such consent, or the patient has signed or declined it.
pub async fn undecided(tx: &ClinicTx, id: ConsentId, what: &str) -> Result<consent::Model> {
    let row = consent::Entity::find_by_id(id).lock_exclusive().one(tx).await?.ok_or(Error::NotFound)?;
    if consent_signature::Entity::find_by_id(id).one(tx).await?.is_some() {
        return Err(Error::conflict("already_signed", format!("A signed consent cannot be {what}.")));
    }
    if consent_decline::Entity::find_by_id(id).one(tx).await?.is_some() {
        let words = format!("The patient has declined this consent, so it cannot be {what}. It can be issued again.");
        return Err(Error::conflict("declined", words));
    }
    Ok(row)
}

/// Reads and locks a consent with a link that can be opened and signed. `what` names the attempted change.
///
/// Fails when there is no such consent, when it is signed, declined or revoked, or when its link has expired.
pub async fn still_open(tx: &ClinicTx, id: ConsentId, what: &str, now: DateTime<Utc>) -> Result<consent::Model> {
    let row = undecided(tx, id, what).await?;
    if row.revoked_at.is_some() {
        return Err(Error::conflict("revoked", "This consent was withdrawn. Issue it again for a new link."));
    }
    if row.link_expires_at.unwrap_or(row.expires_at) <= now {
        return Err(Error::conflict("expired", "The link of this consent has run out. Make a new link first."));
    }
    Ok(row)
}

/// Replaces the consent's link by this token's link, with the full term of a new link. The text does not change.
///
/// Fails when there is no such consent, or when it is signed, declined or revoked.
pub async fn renew(tx: &ClinicTx, id: ConsentId, token: &str, now: DateTime<Utc>) -> Result<consent::Model> {
    let row = undecided(tx, id, "sent again").await?;
    if row.revoked_at.is_some() {
        return Err(Error::conflict("revoked", "This consent was withdrawn. Issue it again for a new link."));
    }
    let days = settings::current(tx).await?.consent_link_days;
    let mut row = row.into_active_model();
    row.link_hash = Set(Some(token::hash(token).to_vec()));
    row.link_expires_at = Set(Some(now + TimeDelta::days(days.into())));
    Ok(row.update(tx).await?)
}

/// Revokes a consent, and returns whether it was not revoked before. A second call changes nothing.
///
/// Fails when there is no such consent, or the patient has signed or declined it.
pub async fn revoke(tx: &ClinicTx, id: ConsentId, now: DateTime<Utc>) -> Result<(consent::Model, bool)> {
    let row = undecided(tx, id, "withdrawn").await?;
    if row.revoked_at.is_some() {
        return Ok((row, false));
    }
    let mut row = row.into_active_model();
    row.revoked_at = Set(Some(now));
    Ok((row.update(tx).await?, true))
}
