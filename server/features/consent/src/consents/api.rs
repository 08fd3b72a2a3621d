//! The calls about consents issued to patients.

use axum::http::StatusCode;
use entity::{
    ids::{ConsentId, ConsentTemplateId, PatientId},
    words::ConsentEventKind,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    events::{NewEvent, audited},
    issue, link,
    status::Consent,
};
use base::{
    error::{Error, Result},
    permission::{ConsentIssue, ConsentList, ConsentRevoke},
    qr::{self, QrPicture},
};
use http_api::{Json, Path, Query, state::App};
use people::patients;
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_consents)).routes(routes!(issue_consent)).routes(routes!(revoke_consent))
}

/// The text to issue (specification 7).
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct IssueConsent {
    #[serde(rename = "templateId")]
    template_id: ConsentTemplateId,
}

/// The consent and its link. Only this answer holds the link.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct IssuedConsent {
    portal_url: String,
    /// The link as a QR code, for the camera of the patient's phone.
    qr: QrPicture,
    consent: Consent,
}

impl IssuedConsent {
    pub(super) fn new(portal_url: String, consent: Consent) -> Result<Self> {
        Ok(Self { qr: qr::picture(&portal_url)?, portal_url, consent })
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct OfPatient {
    #[param(value_type = i64)]
    #[serde(rename = "patientId")]
    patient_id: PatientId,
}

/// Lists a patient's consents, newest first.
#[utoipa::path(get, path = "/api/consents", tag = "consents", params(OfPatient), responses((status = OK, body = Vec<Consent>)))]
async fn list_consents(ctx: Ctx<ConsentList>, Query(of): Query<OfPatient>) -> Result<Done<Json<Vec<Consent>>>> {
    let consents = Consent::of_patient(&ctx.tx, of.patient_id, ctx.now).await?;
    if consents.is_empty() {
        // A patient with consents exists. Without consents, this has to be checked.
        patients::existing(&ctx.tx, of.patient_id).await?;
    }
    ctx.done(Subject::patient(of.patient_id), Json(consents)).await
}

/// Issues a consent to a patient and returns the link for signing it.
#[utoipa::path(post, path = "/api/consents/{patientId}/issue", tag = "consents", params(("patientId" = i64, Path)), responses((status = CREATED, body = IssuedConsent)))]
async fn issue_consent(
    ctx: Ctx<ConsentIssue>,
    axum::extract::State(app): axum::extract::State<App>,
    Path(patient_id): Path<PatientId>,
    Json(wanted): Json<IssueConsent>,
) -> Result<Done<(StatusCode, Json<IssuedConsent>)>> {
    patients::existing(&ctx.tx, patient_id).await?;
    let (row, token) = issue::issue(&ctx.tx, patient_id, wanted.template_id, &ctx.member, ctx.now).await?;
    let portal_url = issue::portal_url(&app, &ctx.clinic.subdomain, &token);
    let answer = IssuedConsent::new(portal_url, Consent::load(&ctx.tx, row.id, ctx.now).await?)?;
    let digest = row.content_digest.as_deref().unwrap_or_default();
    let event = NewEvent::by_member(&ctx, row.id, ConsentEventKind::Issued).store_after(&ctx.tx, None).await?;
    let subject = Subject::patient(patient_id).and(row.id).signed("consent", row.id, digest);
    let subject = audited(subject, &event);
    let again = Error::conflict(
        "told_once",
        "This consent was issued already, and its link is shown only once. Withdraw it and issue it again for a new link.",
    );
    ctx.done_with_secret(subject, (StatusCode::CREATED, Json(answer)), again).await
}

/// Revokes a consent that is neither signed nor declined. Its link becomes invalid.
#[utoipa::path(post, path = "/api/consents/issued/{id}/revoke", tag = "consents", params(("id" = i64, Path)), responses((status = OK, body = Consent)))]
async fn revoke_consent(ctx: Ctx<ConsentRevoke>, Path(id): Path<ConsentId>) -> Result<Done<Json<Consent>>> {
    let (row, is_revoked) = link::revoke(&ctx.tx, id, ctx.now).await?;
    let consent = Consent::load(&ctx.tx, id, ctx.now).await?;
    let mut subject = Subject::patient(row.patient_id).and(id);
    if is_revoked {
        let event = NewEvent::by_member(&ctx, id, ConsentEventKind::Revoked).store(&ctx.tx).await?;
        subject = audited(subject, &event);
    }
    ctx.done(subject, Json(consent)).await
}
