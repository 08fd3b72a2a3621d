//! Reading and signing a consent by its link.

use std::sync::LazyLock;

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use entity::{
    clinic::{Signer, consent_signature},
    ids::{ConsentId, PatientId},
    words::ConsentEventKind,
};
use sea_orm::{EntityTrait, FromQueryResult, IntoActiveModel, sea_query::OnConflict};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::represented::{Age, GivenNames, Representative, SignedFor};
use ::consent::consents::CONSENT_LINK_INVALID;
use base::error::{Error, Result};
use consent::consents::{self, ElectronicRecords, NewEvent};
use http_api::{
    Json,
    fields::{Line, Name},
    signature::{TallSignature, data_url},
    state::App,
};
use papers::documents::MakeConsentCopy;
use practice::settings::IntegerBetween;
use tenancy::{Done, Linked, Portal, PreparedQuery, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(open_consent)).routes(routes!(sign_consent)).routes(routes!(note_read_to_end))
}

/// A consent as its patient sees it. Who signed, when and how is the signer's copy; null before signing. Once the consent is
/// declined there is nothing to sign.
#[derive(Debug, Serialize, ToSchema)]
struct PortalConsent {
    /// Sanitized HTML.
    template: String,
    template_name: String,
    clinic_name: String,
    clinic_address: Option<String>,
    clinic_phone: Option<String>,
    /// The clinic's time zone, in which the page writes times.
    time_zone: String,
    patient_first_name: String,
    declined_at: Option<DateTime<Utc>>,
    signed_at: Option<DateTime<Utc>>,
    /// The full name at the time of signing.
    patient_name: Option<String>,
    typed_name: Option<String>,
    /// The drawn signature: a PNG as a data URL.
    signature: Option<String>,
    /// The person who signed for a patient under age; null if the patient signed.
    representative: Option<Representative>,
    /// Whether the patient is under age, so that another person signs and states the relation to the patient.
    needs_representative: bool,
    /// The notice shown before signing; null once the consent is signed or declined.
    electronic_records: Option<ElectronicRecords>,
}

/// Optional evidence of the patient's signing.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SignConsent {
    /// The signer's first and last name, if any; case, accents and order do not matter.
    typed_name: Option<Name>,
    signature: Option<TallSignature>,
    /// The full name of the person who signs for a patient under age; the typed name if it is missing.
    signer_name: Option<Name>,
    /// The signer's relation to the patient. Required unless the record names the signer as the guardian.
    signer_relation: Option<Line>,
    electronic_consent: Option<bool>,
    /// The version of the notice of electronic records that was shown to the signer.
    #[schema(value_type = Option<i32>, minimum = 1)]
    notice_version: Option<IntegerBetween<1, 1_000_000>>,
    /// The version of the act's wording that was shown to the signer.
    #[schema(value_type = Option<i32>, minimum = 1)]
    act_version: Option<IntegerBetween<1, 1_000_000>>,
}

impl SignConsent {
    fn named(&self) -> GivenNames<'_> {
        GivenNames {
            typed_name: self.typed_name.as_ref(),
            signer_name: self.signer_name.as_ref(),
            signer_relation: self.signer_relation.as_ref(),
        }
    }
}

/// How the consent was signed, as later calls show it.
#[derive(Debug, Serialize, ToSchema)]
struct SignedConsent {
    signed_at: DateTime<Utc>,
    patient_name: String,
    typed_name: Option<String>,
    signature: Option<String>,
    /// The person who signed for a patient under age; null if the patient signed.
    representative: Option<Representative>,
}

/// A consent with the other data of its page.
#[derive(FromQueryResult)]
struct ConsentPage {
    id: ConsentId,
    body: String,
    template_name: String,
    expires_at: DateTime<Utc>,
    patient_id: PatientId,
    patient_first_name: String,
    patient_last_name: String,
    declined_at: Option<DateTime<Utc>>,
    signed_at: Option<DateTime<Utc>>,
    signer: Option<Signer>,
    typed_name: Option<String>,
    signature: Option<Vec<u8>>,
    newest_event: Option<Vec<u8>>,
    clinic_address: Option<String>,
    clinic_phone: Option<String>,
    #[sea_orm(nested)]
    age: Age,
}

static OPENED: LazyLock<PreparedQuery> = LazyLock::new(|| PreparedQuery::new(consents::sql::opened()));

impl Linked for ConsentPage {
    fn query() -> &'static PreparedQuery {
        &OPENED
    }

    fn invalid() -> Error {
        CONSENT_LINK_INVALID.into()
    }
}

/// The consent to be signed or declined.
#[derive(FromQueryResult)]
pub(super) struct PendingConsent {
    pub(super) id: ConsentId,
    body_sha256: Vec<u8>,
    pub(super) expires_at: DateTime<Utc>,
    pub(super) patient_id: PatientId,
    content_digest: Option<Vec<u8>>,
    pub(super) newest_event: Option<Vec<u8>>,
    #[sea_orm(nested)]
    patient: SignedFor,
}

/// The patient's name at the time of signing, or today's name if another person signed.
fn patient_name(signer: Option<&Signer>, now: String) -> String {
    signer.filter(|signer| signer.relation().is_none()).map_or(now, |signer| signer.name.clone())
}

static UNSIGNED: LazyLock<PreparedQuery> = LazyLock::new(|| PreparedQuery::new(consents::sql::unsigned()));

impl Linked for PendingConsent {
    fn query() -> &'static PreparedQuery {
        &UNSIGNED
    }

    fn invalid() -> Error {
        CONSENT_LINK_INVALID.into()
    }
}

/// Shows a consent to the link's holder. Reading never signs, because link previews read too.
#[utoipa::path(get, path = "/api/portal/consent/{token}", tag = "portal", params(("token" = String, Path)), responses((status = OK, body = PortalConsent)))]
async fn open_consent(mut portal: Portal<ConsentPage>) -> Result<Done<Json<PortalConsent>>> {
    let opened = portal.found.take().ok_or(CONSENT_LINK_INVALID)?;
    // An expired link is invalid, except that it still shows a consent that was signed in time.
    if opened.signed_at.is_none() && opened.expires_at <= portal.now {
        return Err(CONSENT_LINK_INVALID.into());
    }
    let is_undecided = opened.signed_at.is_none() && opened.declined_at.is_none();
    let signed_name = opened.signed_at.map(|_| {
        let now = format!("{} {}", opened.patient_first_name, opened.patient_last_name);
        patient_name(opened.signer.as_ref(), now)
    });
    let answer = PortalConsent {
        template: consents::sanitized_one(opened.body).await?,
        template_name: opened.template_name,
        clinic_name: portal.clinic.name.clone(),
        clinic_address: opened.clinic_address,
        clinic_phone: opened.clinic_phone,
        time_zone: portal.clinic.time_zone.name().to_owned(),
        patient_first_name: opened.patient_first_name,
        declined_at: opened.declined_at,
        signed_at: opened.signed_at,
        patient_name: signed_name,
        typed_name: opened.typed_name,
        signature: opened.signature.as_deref().map(data_url),
        representative: opened.signer.as_ref().and_then(Representative::of),
        needs_representative: is_undecided && opened.age.is_minor(portal.today()),
        electronic_records: is_undecided.then(|| ElectronicRecords::of(&portal.clinic.name)),
    };
    let event = NewEvent::by_link(opened.id, ConsentEventKind::Opened, portal.origin());
    let event = event.store_after(&portal.tx, opened.newest_event).await?;
    let subject = consents::audited(Subject::patient(opened.patient_id).and(opened.id), &event);
    portal.done(subject, Json(answer)).await
}

/// Records that the page has shown the end of the text, once.
#[utoipa::path(post, path = "/api/portal/consent/{token}/read-to-end", tag = "portal", params(("token" = String, Path)), responses((status = NO_CONTENT)))]
async fn note_read_to_end(mut portal: Portal<PendingConsent>) -> Result<Done<StatusCode>> {
    let consent = portal.found.take().filter(|consent| consent.expires_at > portal.now);
    let consent = consent.ok_or(CONSENT_LINK_INVALID)?;
    let mut subject = Subject::patient(consent.patient_id).and(consent.id);
    let is_known = consents::has_event(&portal.tx, consent.id, ConsentEventKind::ReadToEnd).await?;
    if !is_known && consent_signature::Entity::find_by_id(consent.id).one(&portal.tx).await?.is_none() {
        let event = NewEvent::by_link(consent.id, ConsentEventKind::ReadToEnd, portal.origin());
        subject = consents::audited(subject, &event.store_after(&portal.tx, consent.newest_event).await?);
    }
    portal.done(subject, StatusCode::NO_CONTENT).await
}

/// Signs a consent. Repeating the call returns the first signature.
#[utoipa::path(post, path = "/api/portal/consent/{token}/sign", tag = "portal", params(("token" = String, Path)), responses((status = OK, body = SignedConsent)))]
async fn sign_consent(
    mut portal: Portal<PendingConsent>,
    Json(given): Json<SignConsent>,
) -> Result<Done<Json<SignedConsent>>> {
    let consent = portal.found.take().ok_or(CONSENT_LINK_INVALID)?;
    let mut subject = Subject::patient(consent.patient_id).and(consent.id);
    let is_in_time = consent.expires_at > portal.now;
    let wording = wording(&given)?;
    let signer = consent.patient.signer(consent.patient_id, &given.named(), portal.today());
    let (stored, refusal) = match signer {
        _ if !is_in_time => (None, CONSENT_LINK_INVALID.into()),
        Err(refusal) => (None, refusal),
        Ok(signer) => (sign(&portal, &consent, given, signer, wording).await?, CONSENT_LINK_INVALID.into()),
    };
    let row = if let Some(row) = stored {
        subject = subject.signed("consent_signature", consent.id, row.content_digest.as_deref().unwrap_or_default());
        let event = NewEvent::by_link(consent.id, ConsentEventKind::Signed, portal.origin());
        let name = row.signer.as_ref().map_or_else(|| consent.patient.full_name(), Signer::name_and_relation);
        let event = event.named(&name).store_after(&portal.tx, consent.newest_event.clone()).await?;
        subject = consents::audited(subject, &event);
        let copy = MakeConsentCopy { consent: consent.id };
        outbox::enqueue(&portal.tx, portal.clinic.id, portal.now, &copy).await?;
        row
    } else {
        // The consent was signed before, and in time. That signature stays, whatever this request contains.
        let first = consent_signature::Entity::find_by_id(consent.id).one(&portal.tx).await?;
        first.ok_or(refusal)?
    };
    let answer = SignedConsent {
        signed_at: row.signed_at,
        patient_name: patient_name(row.signer.as_ref(), consent.patient.full_name()),
        representative: row.signer.as_ref().and_then(Representative::of),
        typed_name: row.typed_name,
        signature: row.signature.as_deref().map(data_url),
    };
    portal.done(subject, Json(answer)).await
}

/// The versions of the notice and of the act that the request names.
#[derive(Clone, Copy)]
struct ShownWording {
    notice: Option<i32>,
    act: Option<i32>,
}

/// The versions that the request names.
///
/// Fails if a version does not exist.
fn wording(given: &SignConsent) -> Result<ShownWording> {
    let notice = given.notice_version.as_ref().map(|version| version.0);
    let act = given.act_version.as_ref().map(|version| version.0);
    if notice.is_some_and(|version| !consents::is_notice(version)) {
        return Err(Error::field("notice_version", "is no version of the notice"));
    }
    if act.is_some_and(|version| !consents::is_act(version)) {
        return Err(Error::field("act_version", "is no version of the wording"));
    }
    Ok(ShownWording { notice, act })
}

/// Adds the signature and returns it. `None` if the consent is already signed.
async fn sign(
    portal: &Portal<PendingConsent>,
    consent: &PendingConsent,
    given: SignConsent,
    signer: Signer,
    wording: ShownWording,
) -> Result<Option<consent_signature::Model>> {
    let mut row = consent_signature::Model {
        consent_id: consent.id,
        signed_at: portal.now,
        body_sha256: consent.body_sha256.clone(),
        typed_name: given.typed_name.map(|name| name.0),
        signature: given.signature.map(TallSignature::into_png),
        electronic_consent: given.electronic_consent,
        ip: portal.origin().ip.clone(),
        user_agent: portal.origin().user_agent.clone(),
        signer: Some(signer),
        content_digest: None,
        notice_version: wording.notice,
        act_version: wording.act,
    };
    row.content_digest = Some(evidence::consent_signature(&row, consent.content_digest.as_deref()).digest());
    let once = OnConflict::column(consent_signature::Column::ConsentId).do_nothing().to_owned();
    let insert = consent_signature::Entity::insert(row.clone().into_active_model()).on_conflict(once);
    let added = insert.exec_without_returning(&portal.tx).await?;
    Ok((added > 0).then_some(row))
}
