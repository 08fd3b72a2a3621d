//! Reading and signing by a link's holder.

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

use super::{signed_name::is_name_of, sql};
use crate::{
    features::{
        consents::{self, ElectronicRecords, NewEvent},
        documents::MakeConsentCopy,
        settings::IntegerBetween,
    },
    foundation::{
        error::{Error, Result},
        evidence,
        http::{
            Json, Payload,
            fields::Name,
            optional,
            signature::{TallSignature, data_url},
        },
        jobs,
        state::App,
        tenancy::{Done, Linked, Portal, PreparedQuery, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(open_consent)).routes(routes!(sign_consent)).routes(routes!(note_read_to_end))
}

/// What a patient sees of a consent. The last four fields are the signer's copy: null before it is signed. Once it is
/// declined there is nothing to sign.
#[derive(Debug, Serialize, ToSchema)]
struct PortalConsent {
    /// Sanitized HTML.
    template: String,
    template_name: String,
    clinic_name: String,
    /// The clinic's, in which the page writes times.
    time_zone: String,
    patient_first_name: String,
    #[schema(required)]
    declined_at: Option<DateTime<Utc>>,
    #[schema(required)]
    signed_at: Option<DateTime<Utc>>,
    /// The full name at the time of signing.
    #[schema(required)]
    patient_name: Option<String>,
    #[schema(required)]
    typed_name: Option<String>,
    /// What was drawn: a PNG as a data URL.
    #[schema(required)]
    signature: Option<String>,
    /// What is shown before signing; null once that is done or declined.
    #[schema(required)]
    electronic_records: Option<ElectronicRecords>,
}

/// Optional evidence of the patient's signing.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SignConsent {
    /// The patient's first and last name, if any; case, accents and order do not matter.
    #[serde(default, deserialize_with = "optional")]
    typed_name: Option<Name>,
    #[serde(default, deserialize_with = "optional")]
    signature: Option<TallSignature>,
    #[serde(default, deserialize_with = "optional")]
    electronic_consent: Option<bool>,
    /// The version of the notice of electronic records that was shown.
    #[schema(value_type = Option<i32>, minimum = 1)]
    #[serde(default, deserialize_with = "optional")]
    notice_version: Option<IntegerBetween<1, 1_000_000>>,
    /// The version of the wording of the act that was shown.
    #[schema(value_type = Option<i32>, minimum = 1)]
    #[serde(default, deserialize_with = "optional")]
    act_version: Option<IntegerBetween<1, 1_000_000>>,
}

impl Payload for SignConsent {}

/// How the consent was signed, as later reads show it.
#[derive(Debug, Serialize, ToSchema)]
struct SignedConsent {
    signed_at: DateTime<Utc>,
    patient_name: String,
    #[schema(required)]
    typed_name: Option<String>,
    #[schema(required)]
    signature: Option<String>,
}

/// Reveals nothing of the name to the link's holder.
const NOT_THE_NAME: &str = "Type your first and last name as the clinic has them, or leave this empty.";

/// A consent with what its page shows beside it.
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
}

static OPENED: LazyLock<PreparedQuery> = LazyLock::new(|| PreparedQuery::new(sql::OPENED));

impl Linked for ConsentPage {
    fn query() -> &'static PreparedQuery {
        &OPENED
    }

    fn invalid() -> Error {
        Error::ConsentLinkInvalid
    }
}

/// The consent to be signed or declined.
#[derive(FromQueryResult)]
pub(super) struct PendingConsent {
    pub(super) id: ConsentId,
    body_sha256: Vec<u8>,
    pub(super) expires_at: DateTime<Utc>,
    pub(super) patient_id: PatientId,
    first_name: String,
    last_name: String,
    content_digest: Option<Vec<u8>>,
    pub(super) newest_event: Option<Vec<u8>>,
}

impl PendingConsent {
    fn patient_name(&self) -> String {
        full_name(&self.first_name, &self.last_name)
    }
}

fn full_name(first_name: &str, last_name: &str) -> String {
    format!("{first_name} {last_name}")
}

static UNSIGNED: LazyLock<PreparedQuery> = LazyLock::new(|| PreparedQuery::new(sql::UNSIGNED));

impl Linked for PendingConsent {
    fn query() -> &'static PreparedQuery {
        &UNSIGNED
    }

    fn invalid() -> Error {
        Error::ConsentLinkInvalid
    }
}

/// Shows a consent to the link's holder. Reading never signs: programs that preview links read too.
#[utoipa::path(get, path = "/api/portal/consent/{token}", tag = "portal", params(("token" = String, Path)), responses((status = OK, body = PortalConsent)))]
async fn open_consent(mut portal: Portal<ConsentPage>) -> Result<Done<Json<PortalConsent>>> {
    let opened = portal.found.take().ok_or(Error::ConsentLinkInvalid)?;
    // An expired link is invalid; but one whose consent was signed in time still shows that.
    if opened.signed_at.is_none() && opened.expires_at <= portal.now {
        return Err(Error::ConsentLinkInvalid);
    }
    let is_undecided = opened.signed_at.is_none() && opened.declined_at.is_none();
    let patient_name = opened.signed_at.map(|_| match opened.signer {
        Some(signer) => signer.name,
        None => full_name(&opened.patient_first_name, &opened.patient_last_name),
    });
    let answer = PortalConsent {
        template: consents::sanitized_one(opened.body).await?,
        template_name: opened.template_name,
        clinic_name: portal.clinic.name.clone(),
        time_zone: portal.clinic.time_zone.name().to_owned(),
        patient_first_name: opened.patient_first_name,
        declined_at: opened.declined_at,
        signed_at: opened.signed_at,
        patient_name,
        typed_name: opened.typed_name,
        signature: opened.signature.as_deref().map(data_url),
        electronic_records: is_undecided.then(|| ElectronicRecords::of(&portal.clinic.name)),
    };
    let event = NewEvent::by_link(opened.id, ConsentEventKind::Opened, portal.origin());
    let event = event.store_after(&portal.tx, opened.newest_event).await?;
    let subject = consents::audited(Subject::patient(opened.patient_id).and(opened.id), &event);
    portal.done(subject, Json(answer)).await
}

/// Notes that the page has shown the end of the text, once.
#[utoipa::path(post, path = "/api/portal/consent/{token}/read-to-end", tag = "portal", params(("token" = String, Path)), responses((status = NO_CONTENT)))]
async fn note_read_to_end(mut portal: Portal<PendingConsent>) -> Result<Done<StatusCode>> {
    let consent = portal.found.take().filter(|consent| consent.expires_at > portal.now);
    let consent = consent.ok_or(Error::ConsentLinkInvalid)?;
    let mut subject = Subject::patient(consent.patient_id).and(consent.id);
    let is_known = consents::has_event(&portal.tx, consent.id, ConsentEventKind::ReadToEnd).await?;
    if !is_known && consent_signature::Entity::find_by_id(consent.id).one(&portal.tx).await?.is_none() {
        let event = NewEvent::by_link(consent.id, ConsentEventKind::ReadToEnd, portal.origin());
        subject = consents::audited(subject, &event.store_after(&portal.tx, consent.newest_event).await?);
    }
    portal.done(subject, StatusCode::NO_CONTENT).await
}

/// Signs a consent. A repetition by the link's holder answers what was signed the first time.
#[utoipa::path(post, path = "/api/portal/consent/{token}/sign", tag = "portal", params(("token" = String, Path)), responses((status = OK, body = SignedConsent)))]
async fn sign_consent(
    mut portal: Portal<PendingConsent>,
    Json(given): Json<SignConsent>,
) -> Result<Done<Json<SignedConsent>>> {
    let consent = portal.found.take().ok_or(Error::ConsentLinkInvalid)?;
    let mut subject = Subject::patient(consent.patient_id).and(consent.id);
    let is_in_time = consent.expires_at > portal.now;
    let typed = given.typed_name.as_ref();
    let is_signer = typed.is_none_or(|typed| is_name_of(&typed.0, &consent.first_name, &consent.last_name));
    let wording = wording(&given)?;
    let signed = if is_in_time && is_signer { sign(&portal, &consent, given, wording).await? } else { None };
    let row = if let Some(row) = signed {
        subject = subject.signed("consent_signature", consent.id, row.content_digest.as_deref().unwrap_or_default());
        let event = NewEvent::by_link(consent.id, ConsentEventKind::Signed, portal.origin());
        let event = event.named(&consent.patient_name()).store_after(&portal.tx, consent.newest_event.clone()).await?;
        subject = consents::audited(subject, &event);
        let copy = MakeConsentCopy { consent: consent.id };
        jobs::enqueue(&portal.tx, portal.clinic.id, portal.now, &copy).await?;
        row
    } else {
        // Signed before, and in time: that signature stays, whatever this request holds.
        let first = consent_signature::Entity::find_by_id(consent.id).one(&portal.tx).await?;
        let refusal = || if is_in_time { Error::field("typed_name", NOT_THE_NAME) } else { Error::ConsentLinkInvalid };
        first.ok_or_else(refusal)?
    };
    let answer = SignedConsent {
        signed_at: row.signed_at,
        patient_name: row.signer.map_or_else(|| consent.patient_name(), |signer| signer.name),
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
/// # Errors
/// When there is no such version.
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

/// Adds the signature and returns it; none when there is one already.
async fn sign(
    portal: &Portal<PendingConsent>,
    consent: &PendingConsent,
    given: SignConsent,
    wording: ShownWording,
) -> Result<Option<consent_signature::Model>> {
    let patient = Signer {
        id: consent.patient_id.into(),
        name: consent.patient_name(),
        role: "Patient".to_owned(),
        license: None,
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
        notice_version: wording.notice,
        act_version: wording.act,
    };
    row.content_digest = Some(evidence::consent_signature(&row, consent.content_digest.as_deref()).digest());
    let once = OnConflict::column(consent_signature::Column::ConsentId).do_nothing().to_owned();
    let insert = consent_signature::Entity::insert(row.clone().into_active_model()).on_conflict(once);
    let added = insert.exec_without_returning(&portal.tx).await?;
    Ok((added > 0).then_some(row))
}
