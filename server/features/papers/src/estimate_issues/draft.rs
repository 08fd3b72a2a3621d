//! The draft of an estimate with everything beside the specification's form: the content that the law requires, what is missing,
//! the document that the patient would receive now, and the issued versions.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::{estimate, estimate_content, estimate_issue, estimate_receipt},
    ids::EstimateId,
    words::{EstimateChange, MessageChannel},
};
use sea_orm::EntityTrait;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    changes::changes,
    content::{NewEstimateContent, save},
    document::{Document, amount},
    gather::{content_of, gather},
    issued::{EstimateState, IssuedVersion, issued_versions},
    missing::{MissingPart, missing_of},
};
use base::{
    error::{Error, Result},
    permission::{EstimateIssue, EstimateRead},
};
use consent::consents::masked;
use http_api::{IfMatch, Json, Path, SentBack, state::App};
use money::estimates::{self, held, refuse_voided, voided};
use people::patients;
use tenancy::{Clinic, ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(show_estimate_content, update_estimate_content))
        .routes(routes!(show_issued_version))
}

/// The draft and its issued versions.
#[derive(Debug, Serialize, ToSchema)]
pub struct EstimateDraft {
    estimate_id: EstimateId,
    /// The version of the content. Sent back as `If-Match` it keeps a change from overwriting another one. 0 while nothing was
    /// entered.
    version: i32,
    /// The version of the specification's fields.
    estimate_version: i32,
    state: EstimateState,
    /// The differences from the last issued version, by the rule that requires a new estimate. Empty if there is no difference or
    /// nothing was issued.
    changes: Vec<EstimateChange>,
    /// The parts that a complete estimate still needs.
    missing: Vec<MissingPart>,
    content: EstimateContent,
    /// The document that the patient would receive now.
    document: Document,
    /// Newest first.
    issues: Vec<IssuedVersion>,
    /// The masked address for a mail to the patient; null if no mail can be sent.
    mail_to: Option<String>,
    updated_at: Option<DateTime<Utc>>,
    updated_by: Option<String>,
}

/// The content that the law requires beside the specification's fields, as entered.
#[derive(Debug, Default, Serialize, ToSchema)]
struct EstimateContent {
    primary_service: Option<String>,
    service_date: Option<NaiveDate>,
    lines: Vec<ContentLine>,
    separate_items: Vec<String>,
    recurs_from: Option<NaiveDate>,
    recurs_until: Option<NaiveDate>,
    recurs_frequency: Option<String>,
    recurs_count: Option<i32>,
}

/// One line, as entered.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EstimateContentLine)]
struct ContentLine {
    area: String,
    provider: Option<String>,
    provider_npi: Option<String>,
    service_code: Option<String>,
    diagnosis_code: Option<String>,
    /// Dollars as text with two decimals.
    discount: Option<String>,
}

impl From<estimate_content::Model> for EstimateContent {
    fn from(row: estimate_content::Model) -> Self {
        let lines = row.lines.0.into_iter().map(|line| ContentLine {
            area: line.area,
            provider: line.provider,
            provider_npi: line.provider_npi,
            service_code: line.service_code,
            diagnosis_code: line.diagnosis_code,
            discount: line.discount.map(amount),
        });
        Self {
            lines: lines.collect(),
            primary_service: row.primary_service,
            service_date: row.service_date,
            separate_items: row.separate_items.0,
            recurs_from: row.recurs_from,
            recurs_until: row.recurs_until,
            recurs_frequency: row.recurs_frequency,
            recurs_count: row.recurs_count,
        }
    }
}

/// The draft of the estimate whose newest version `row` is.
pub async fn draft_of(tx: &ClinicTx, clinic: &Clinic, row: &estimate::Model) -> Result<EstimateDraft> {
    let id = row.estimate_id();
    let content = content_of(tx, id).await?;
    let document = gather(tx, clinic, row, content.as_ref()).await?.document;
    let voided = voided(tx, id).await?;
    let last = estimate_issue::Entity::of_estimate(id).one(tx).await?;
    let differences = match &last {
        Some(last) => changes(&Document::read(&last.document)?, &document),
        None => Vec::new(),
    };
    let state = match (&voided, &last) {
        (Some(_), _) => EstimateState::Void,
        (None, Some(_)) if differences.is_empty() => EstimateState::Issued,
        (None, _) => EstimateState::Draft,
    };
    let person = patients::person(tx, row.patient_id).await?;
    let is_stopped = patients::mail_stop(tx, &person).await?.is_some();
    let address = person.email.as_deref().filter(|_| person.may_email && !is_stopped);
    Ok(EstimateDraft {
        estimate_id: id,
        version: content.as_ref().map_or(0, |content| content.version),
        estimate_version: row.version,
        state,
        changes: differences,
        missing: missing_of(&document),
        document,
        issues: issued_versions(tx, id, voided.as_ref()).await?,
        mail_to: address.map(|address| masked(MessageChannel::Email, address)),
        updated_at: content.as_ref().map(|content| content.updated_at),
        updated_by: content.as_ref().map(|content| content.updated_by_name.clone()),
        content: content.map(EstimateContent::from).unwrap_or_default(),
    })
}

/// Shows the content that the law requires beside the specification's fields, what is missing, and what was issued.
#[utoipa::path(get, path = "/api/gfe-estimate/{id}/content", tag = "estimates", params(("id" = i64, Path)), responses((status = OK, body = EstimateDraft)))]
async fn show_estimate_content(
    ctx: Ctx<EstimateRead>,
    Path(id): Path<EstimateId>,
) -> Result<Done<Json<EstimateDraft>>> {
    let row = estimate::Entity::versions(id).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let answer = draft_of(&ctx.tx, &ctx.clinic, &row).await?;
    ctx.done(Subject::patient(row.patient_id).and(id), Json(answer)).await
}

/// Replaces the content that the law requires beside the specification's fields. Issued versions do not change. With `If-Match`
/// it changes only that version.
#[utoipa::path(put, path = "/api/gfe-estimate/{id}/content", tag = "estimates", request_body = NewEstimateContent, params(("id" = i64, Path), IfMatch), responses((status = OK, body = EstimateDraft)))]
async fn update_estimate_content(
    ctx: Ctx<EstimateIssue>,
    Path(id): Path<EstimateId>,
    if_match: IfMatch,
    SentBack(new): SentBack<NewEstimateContent>,
) -> Result<Done<Json<EstimateDraft>>> {
    let patient_id = estimates::patient_of(&ctx.tx, id).await?;
    let row = held(&ctx.tx, patient_id, id).await?;
    refuse_voided(&ctx.tx, id).await?;
    save(&ctx.tx, &row, new, &if_match, &ctx.member, ctx.now).await?;
    let answer = draft_of(&ctx.tx, &ctx.clinic, &row).await?;
    ctx.done(Subject::patient(patient_id).and(id), Json(answer)).await
}

/// A version, as issued.
#[derive(Debug, Serialize, ToSchema)]
struct IssuedEstimate {
    issue: IssuedVersion,
    document: Document,
    /// The signature with which the patient confirmed receipt: a PNG as a data URL.
    receipt_signature: Option<String>,
}

/// Shows an issued version as given. Every version stays readable, whatever happened to it since.
#[utoipa::path(get, path = "/api/gfe-estimate/{id}/issues/{version}", tag = "estimates", params(("id" = i64, Path), ("version" = i32, Path)), responses((status = OK, body = IssuedEstimate)))]
async fn show_issued_version(
    ctx: Ctx<EstimateRead>,
    Path((id, version)): Path<(EstimateId, i32)>,
) -> Result<Done<Json<IssuedEstimate>>> {
    let row = super::issued_version(&ctx.tx, id, version).await?;
    let voided = voided(&ctx.tx, id).await?;
    let issues = issued_versions(&ctx.tx, id, voided.as_ref()).await?;
    let issue = issues.into_iter().find(|one| one.id == row.id).ok_or(Error::NotFound)?;
    let receipt = estimate_receipt::Entity::find_by_id(row.id).one(&ctx.tx).await?;
    let shows = estimates::sees_signatures(ctx.member.grants());
    let picture = receipt.and_then(|receipt| receipt.signature).filter(|_| shows);
    let answer = IssuedEstimate {
        document: Document::read(&row.document)?,
        issue,
        receipt_signature: picture.as_deref().map(http_api::signature::data_url),
    };
    ctx.done(Subject::patient(row.patient_id).and(id), Json(answer)).await
}
