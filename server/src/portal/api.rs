//! The two calls that a link's holder may make.

use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use entity::clinic::{Signer, consent_signature};
use sea_orm::{EntityTrait, FromQueryResult, IntoActiveModel, sea_query::OnConflict};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    consents,
    error::{Error, Result},
    evidence,
    http::{Json, Payload, fields::Name, optional, signature::TallSignature},
    state::App,
    tenancy::{Done, Linked, Portal, Question, Subject},
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
    /// The clinic's, in which the page writes times.
    time_zone: String,
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

/// A consent with what its page shows beside it.
#[derive(FromQueryResult)]
struct Opened {
    id: i64,
    body: String,
    expires_at: DateTime<Utc>,
    patient_id: i64,
    patient_first_name: String,
    signed_at: Option<DateTime<Utc>>,
}

static OPENED: LazyLock<Question> = LazyLock::new(|| {
    Question::new(
        " (text) AS select c.id, c.body, c.expires_at, c.patient_id,
            p.first_name as patient_first_name, s.signed_at
         from consent c
         join patient p on p.id = c.patient_id
         left join consent_signature s on s.consent_id = c.id
         where c.token_hash = decode($1, 'hex') and c.revoked_at is null",
    )
});

impl Linked for Opened {
    fn question() -> &'static Question {
        &OPENED
    }

    fn kept(token: &str) -> Result<[u8; 32]> {
        consents::kept(token)
    }
}

/// What is signed.
#[derive(FromQueryResult)]
struct Unsigned {
    id: i64,
    body_sha256: Vec<u8>,
    expires_at: DateTime<Utc>,
    patient_id: i64,
    patient_name: String,
    content_digest: Option<Vec<u8>>,
}

/// Under a lock: withdrawing and signing at one moment come one after the other, and of two signers at
/// once the second is to see the first's signature.
static UNSIGNED: LazyLock<Question> = LazyLock::new(|| {
    Question::new(
        " (text) AS select c.id, c.body_sha256, c.expires_at, c.patient_id, c.content_digest,
            p.first_name || ' ' || p.last_name as patient_name
         from consent c
         join patient p on p.id = c.patient_id
         where c.token_hash = decode($1, 'hex') and c.revoked_at is null for update of c",
    )
});

impl Linked for Unsigned {
    fn question() -> &'static Question {
        &UNSIGNED
    }

    fn kept(token: &str) -> Result<[u8; 32]> {
        consents::kept(token)
    }
}

/// Shows a consent to the link's holder. Looking never signs: previews of links look too.
#[utoipa::path(get, path = "/api/portal/consent/{token}", tag = "portal", params(("token" = String, Path)), responses((status = OK, body = PortalConsent)))]
async fn open_consent(mut portal: Portal<Opened>) -> Result<Done<Json<PortalConsent>>> {
    let opened = portal.found.take().ok_or(Error::ConsentLinkInvalid)?;
    // A link that has run out leads nowhere; one whose consent was signed in time still shows that.
    if opened.signed_at.is_none() && opened.expires_at <= portal.now {
        return Err(Error::ConsentLinkInvalid);
    }
    let answer = PortalConsent {
        template: consents::sanitized_one(opened.body).await?,
        clinic_name: portal.clinic.name.clone(),
        time_zone: portal.clinic.time_zone.name().to_owned(),
        patient_first_name: opened.patient_first_name,
        signed_at: opened.signed_at,
    };
    portal.done(Subject::patient(opened.patient_id).and(opened.id), Json(answer)).await
}

/// Signs a consent. Done again by the link's holder it answers the first time's moment.
#[utoipa::path(post, path = "/api/portal/consent/{token}/sign", tag = "portal", params(("token" = String, Path)), responses((status = OK, body = SignedConsent)))]
async fn sign_consent(
    mut portal: Portal<Unsigned>,
    Json(given): Json<SignConsent>,
) -> Result<Done<Json<SignedConsent>>> {
    let consent = portal.found.take().ok_or(Error::ConsentLinkInvalid)?;
    let mut subject = Subject::patient(consent.patient_id).and(consent.id);
    let is_in_time = consent.expires_at > portal.now;
    let signed = if is_in_time { sign(&portal, &consent, given).await? } else { None };
    let signed_at = if let Some(digest) = signed {
        subject = subject.signed("consent_signature", consent.id, &digest);
        portal.now
    } else {
        // Signed before, and in time; or the link has run out.
        let first = consent_signature::Entity::find_by_id(consent.id).one(&portal.tx).await?;
        first.ok_or(Error::ConsentLinkInvalid)?.signed_at
    };
    portal.done(subject, Json(SignedConsent { signed_at })).await
}

/// Adds the signature and answers its digest; none when there is a signature already.
async fn sign(portal: &Portal<Unsigned>, consent: &Unsigned, given: SignConsent) -> Result<Option<Vec<u8>>> {
    let patient = Signer {
        id: consent.patient_id,
        name: consent.patient_name.clone(),
        role: "Patient".to_owned(),
        licence: None,
    };
    let mut row = consent_signature::Model {
        consent_id: consent.id,
        signed_at: portal.now,
        body_sha256: consent.body_sha256.clone(),
        typed_name: given.typed_name.map(|name| name.0),
        signature: given.signature.map(TallSignature::into_png),
        electronic_consent: given.electronic_consent,
        ip: portal.origin().ip.clone(),
        user_agent: portal.origin().user_agent.clone(),
        signer: Some(patient),
        content_digest: None,
    };
    let digest = evidence::consent_signature(&row, consent.content_digest.as_deref()).digest();
    row.content_digest = Some(digest.clone());
    let once = OnConflict::column(consent_signature::Column::ConsentId).do_nothing().to_owned();
    let row = consent_signature::Entity::insert(row.into_active_model()).on_conflict(once);
    let added = row.exec_without_returning(&portal.tx).await?;
    Ok((added > 0).then_some(digest))
}
