//! The link of an issued consent: replaced by a new one for the same text (which voids the former), with or without a
//! mail, or invalid because the consent was revoked.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{consent, consent_decline, consent_signature},
    ids::ConsentId,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel, QuerySelect};

use crate::{
    features::settings,
    foundation::{
        crypto::token,
        error::{Error, Result},
        tenancy::ClinicTx,
    },
};

/// The consent, locked, so that what happens to it at the same moment happens one after the other; unless the patient
/// has signed or declined it. `what` names what was tried.
///
/// # Errors
/// When there is no such consent, or it is decided.
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

/// The consent, locked, while its link can be opened and signed. `what` names what was tried.
///
/// # Errors
/// When there is no such consent, it is decided or revoked, or its link has run out.
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

/// Makes this token's link the consent's only one, valid for as long as a new one. The text stays.
///
/// # Errors
/// When there is no such consent, or it is decided or revoked.
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

/// Makes the consent's link invalid, and returns whether it was valid before. A second time changes nothing.
///
/// # Errors
/// When there is no such consent, or it is decided.
pub async fn revoke(tx: &ClinicTx, id: ConsentId, now: DateTime<Utc>) -> Result<(consent::Model, bool)> {
    let row = undecided(tx, id, "withdrawn").await?;
    if row.revoked_at.is_some() {
        return Ok((row, false));
    }
    let mut row = row.into_active_model();
    row.revoked_at = Set(Some(now));
    Ok((row.update(tx).await?, true))
}
