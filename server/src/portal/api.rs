//! The two calls that a link's holder may make.

use chrono::{DateTime, Utc};
use entity::clinic::{consent, consent_signature, patient};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, QuerySelect};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    consents,
    error::{Error, OnConstraint, Result},
    http::{Json, Path, Payload, fields::Name, optional, signature::TallSignature},
    state::App,
    tenancy::{Done, Portal, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(open_consent)).routes(routes!(sign_consent))
}

/// What a patient sees of a consent, and nothing more (design 3).
#[derive(Debug, Serialize, ToSchema)]
struct PortalConsent {
    /// Sanitized HTML.
    template: String,
    clinic_name: String,
    patient_first_name: String,
    #[schema(required)]
    signed_at: Option<DateTime<Utc>>,
}

/// Evidence that a patient may add to the act of signing; signing works without.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SignConsent {
    #[serde(default, deserialize_with = "optional")]
    typed_name: Option<Name>,
    #[serde(default, deserialize_with = "optional")]
    signature: Option<TallSignature>,
    #[serde(default, deserialize_with = "optional")]
    electronic_consent: Option<bool>,
}

impl Payload for SignConsent {}

/// When the consent was signed.
#[derive(Debug, Serialize, ToSchema)]
struct SignedConsent {
    signed_at: DateTime<Utc>,
}

/// Shows a consent to the link's holder. Looking never signs: previews of links look too.
#[utoipa::path(get, path = "/api/portal/consent/{token}", tag = "portal", params(("token" = String, Path)), responses((status = OK, body = PortalConsent)))]
async fn open_consent(portal: Portal, token: Result<Path<String>>) -> Result<Done<Json<PortalConsent>>> {
    let consent = of_link(&portal, token).await?;
    let signed_at = signature(&portal, consent.id).await?.map(|signature| signature.signed_at);
    still_open(&consent, signed_at, portal.now)?;
    let patient =
        patient::Entity::find_by_id(consent.patient_id).one(&portal.tx).await?.ok_or(Error::ConsentLinkInvalid)?;
    let answer = PortalConsent {
        template: consents::sanitize(&consent.body),
        clinic_name: portal.clinic.name.clone(),
        patient_first_name: patient.first_name,
        signed_at,
    };
    portal.done(Subject::patient(patient.id).and(consent.id), Json(answer)).await
}

/// Signs a consent. Done again by the link's holder it answers the first time's moment.
#[utoipa::path(post, path = "/api/portal/consent/{token}/sign", tag = "portal", params(("token" = String, Path)), responses((status = OK, body = SignedConsent)))]
async fn sign_consent(
    portal: Portal,
    token: Result<Path<String>>,
    Json(evidence): Json<SignConsent>,
) -> Result<Done<Json<SignedConsent>>> {
    let consent = of_link(&portal, token).await?;
    // Checked again under a lock: the consent may have been withdrawn since the page was opened,
    // and of two signers at once the second is to see the first's signature.
    let consent = consent::Entity::find_by_id(consent.id).lock_exclusive().one(&portal.tx).await?;
    let consent = consent.filter(|consent| consent.revoked_at.is_none()).ok_or(Error::ConsentLinkInvalid)?;
    let subject = Subject::patient(consent.patient_id).and(consent.id);
    if let Some(first) = signature(&portal, consent.id).await? {
        return portal.done(subject, Json(SignedConsent { signed_at: first.signed_at })).await;
    }
    still_open(&consent, None, portal.now)?;
    let row = consent_signature::ActiveModel {
        consent_id: Set(consent.id),
        signed_at: Set(portal.now),
        body_sha256: Set(consent.body_sha256),
        typed_name: Set(evidence.typed_name.map(|name| name.0)),
        signature: Set(evidence.signature.map(TallSignature::into_png)),
        electronic_consent: Set(evidence.electronic_consent),
        ip: Set(portal.origin().ip.clone()),
        user_agent: Set(portal.origin().user_agent.clone()),
    };
    let signed = row.insert(&portal.tx).await.on_constraint("consent_signature_once", || {
        Error::conflict("already_signed", "This consent is signed already.")
    })?;
    portal.done(subject, Json(SignedConsent { signed_at: signed.signed_at })).await
}

/// A token that is not even text leads nowhere like every other.
async fn of_link(portal: &Portal, token: Result<Path<String>>) -> Result<consent::Model> {
    let Path(token) = token.map_err(|_| Error::ConsentLinkInvalid)?;
    consents::by_token(&portal.tx, &token).await
}

async fn signature(portal: &Portal, consent_id: i64) -> Result<Option<consent_signature::Model>> {
    Ok(consent_signature::Entity::find_by_id(consent_id).one(&portal.tx).await?)
}

/// A link that has run out leads nowhere; one whose consent was signed in time still shows that.
fn still_open(consent: &consent::Model, signed_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Result<()> {
    if signed_at.is_none() && consent.expires_at <= now { Err(Error::ConsentLinkInvalid) } else { Ok(()) }
}
