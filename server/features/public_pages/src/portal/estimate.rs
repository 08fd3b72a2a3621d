//! A Good Faith Estimate as opened by the patient's link: reading it, saving it, confirming its receipt, asking about it. Reading
//! confirms nothing, because link previews read too.

use std::sync::LazyLock;

use axum::http::{HeaderMap, StatusCode};
use chrono::{DateTime, Utc};
use entity::{
    clinic::{estimate_link, estimate_question, estimate_receipt},
    ids::{EstimateId, EstimateIssueId, PatientId},
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
    ColumnTrait, EntityTrait, FromQueryResult, IntoActiveModel, PaginatorTrait, QueryFilter,
    sea_query::{Expr, OnConflict},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::represented::{GivenNames, SignedFor};
use base::error::{Error, Result};
use http_api::{
    Json,
    fields::{Line, Name, Note},
    signature::TallSignature,
    state::App,
};
use papers::{
    documents,
    estimate_issues::{self, Document, file_of, legal},
};
use tenancy::{Done, LINK_INVALID, Linked, Portal, PreparedQuery, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(open_estimate))
        .routes(routes!(download_estimate))
        .routes(routes!(receive_estimate))
        .routes(routes!(ask_about_estimate))
}

/// The most characters of a question.
const LONGEST: usize = 1_000;
/// A patient does not ask more questions than this about one version.
const MAX_QUESTIONS: u64 = 20;

/// An issued estimate behind a link.
#[derive(FromQueryResult)]
struct LinkedEstimate {
    link_id: i64,
    expires_at: DateTime<Utc>,
    revoked_at: Option<DateTime<Utc>>,
    opened_at: Option<DateTime<Utc>>,
    id: EstimateIssueId,
    estimate_id: EstimateId,
    patient_id: PatientId,
    version: i32,
    issued_at: DateTime<Utc>,
    document: String,
    content_digest: Vec<u8>,
    #[sea_orm(nested)]
    patient: SignedFor,
    is_void: bool,
    is_superseded: bool,
    has_file: bool,
}

static ESTIMATE: LazyLock<PreparedQuery> = LazyLock::new(|| PreparedQuery::new(estimate_issues::sql::by_link()));

impl Linked for LinkedEstimate {
    fn query() -> &'static PreparedQuery {
        &ESTIMATE
    }
}

/// The estimate, if its link is still valid. The page says so if the estimate was superseded or voided.
fn opened(portal: &mut Portal<LinkedEstimate>) -> Result<LinkedEstimate> {
    let found = portal.found.take().ok_or(LINK_INVALID)?;
    if found.revoked_at.is_some() || found.expires_at <= portal.now {
        return Err(LINK_INVALID.into());
    }
    if found.is_void {
        let words = "The clinic has withdrawn this estimate. Please contact the clinic.";
        return Err(Error::conflict("withdrawn", words));
    }
    if found.is_superseded {
        let words =
            "There is a newer version of this estimate. Please open the newest link from the clinic, or ask for it.";
        return Err(Error::conflict("superseded", words));
    }
    Ok(found)
}

impl LinkedEstimate {
    fn subject(&self) -> Subject {
        Subject::patient(self.patient_id).and(self.estimate_id)
    }
}

/// An estimate as its patient sees it.
#[derive(Debug, Serialize, ToSchema)]
struct PortalEstimate {
    clinic_name: String,
    /// The clinic's time zone, in which the page writes times.
    time_zone: String,
    version: i32,
    issued_at: DateTime<Utc>,
    document: Document,
    /// Whether the PDF is made.
    has_file: bool,
    /// The wording of the act that the button performs.
    receipt_act: &'static str,
    /// Whether the patient is under age, so that another person signs and states the relation to the patient.
    needs_representative: bool,
    received_at: Option<DateTime<Utc>>,
    /// How many questions are not answered yet.
    open_questions: u64,
    expires_at: DateTime<Utc>,
}

/// Shows an issued estimate to the link's holder. Reading confirms nothing, because link previews read too.
#[utoipa::path(get, path = "/api/portal/estimate/{token}", tag = "portal", params(("token" = String, Path)), responses((status = OK, body = PortalEstimate)))]
async fn open_estimate(mut portal: Portal<LinkedEstimate>) -> Result<Done<Json<PortalEstimate>>> {
    let found = opened(&mut portal)?;
    let receipt = estimate_receipt::Entity::find_by_id(found.id).one(&portal.tx).await?;
    let asked = questions_of(found.id).filter(estimate_question::Column::AnsweredAt.is_null());
    let open_questions = asked.count(&portal.tx).await?;
    if found.opened_at.is_none() {
        estimate_link::Entity::update_many()
            .col_expr(estimate_link::Column::OpenedAt, Expr::value(portal.now))
            .filter(estimate_link::Column::Id.eq(found.link_id))
            .exec(&portal.tx)
            .await?;
    }
    let answer = PortalEstimate {
        clinic_name: portal.clinic.name.clone(),
        time_zone: portal.clinic.time_zone.name().to_owned(),
        version: found.version,
        issued_at: found.issued_at,
        document: Document::read(&found.document)?,
        has_file: found.has_file,
        receipt_act: legal::RECEIPT,
        needs_representative: found.patient.is_minor(portal.today()),
        received_at: receipt.map(|receipt| receipt.signed_at),
        open_questions,
        expires_at: found.expires_at,
    };
    portal.done(found.subject(), Json(answer)).await
}

/// The estimate as a PDF, to save and to print.
#[utoipa::path(get, path = "/api/portal/estimate/{token}/file", tag = "portal", params(("token" = String, Path)),
    responses((status = OK, body = String, content_type = "application/pdf")))]
async fn download_estimate(mut portal: Portal<LinkedEstimate>) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let found = opened(&mut portal)?;
    let file = file_of(&portal.tx, found.id).await?.ok_or_else(estimate_issues::file_not_ready)?;
    let name = format!("attachment; filename=\"good-faith-estimate-version-{}.pdf\"", found.version);
    let headers = documents::headers("application/pdf", &name)?;
    portal.done(found.subject(), (headers, file.file)).await
}

/// The patient's confirmation of having the estimate. It accepts no charges.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ReceiveEstimate {
    /// The signer's first and last name, if any; case, accents and order do not matter.
    typed_name: Option<Name>,
    /// The full name of the person who signs for a patient under age; the typed name if it is missing.
    signer_name: Option<Name>,
    /// The signer's relation to the patient. Required unless the record names the signer as the guardian.
    signer_relation: Option<Line>,
    signature: Option<TallSignature>,
}

/// When it was received.
#[derive(Debug, Serialize, ToSchema)]
struct ReceivedEstimate {
    received_at: DateTime<Utc>,
}

/// Signs that the estimate was received: an acknowledgement, which accepts no charges. Repeating the call returns the first
/// receipt.
#[utoipa::path(post, path = "/api/portal/estimate/{token}/receive", tag = "portal", params(("token" = String, Path)), responses((status = OK, body = ReceivedEstimate)))]
async fn receive_estimate(
    mut portal: Portal<LinkedEstimate>,
    Json(given): Json<ReceiveEstimate>,
) -> Result<Done<Json<ReceivedEstimate>>> {
    let found = opened(&mut portal)?;
    let mut subject = found.subject();
    let first = estimate_receipt::Entity::find_by_id(found.id).one(&portal.tx).await?;
    let received_at = if let Some(first) = first {
        first.signed_at
    } else {
        let named = GivenNames {
            typed_name: given.typed_name.as_ref(),
            signer_name: given.signer_name.as_ref(),
            signer_relation: given.signer_relation.as_ref(),
        };
        let signer = found.patient.signer(found.patient_id, &named, portal.today())?;
        let mut row = estimate_receipt::Model {
            issue_id: found.id,
            signed_at: portal.now,
            act: legal::RECEIPT.to_owned(),
            typed_name: given.typed_name.map(|name| name.0),
            signature: given.signature.map(TallSignature::into_png),
            ip: portal.origin().ip.clone(),
            user_agent: portal.origin().user_agent.clone(),
            signer,
            content_digest: Vec::new(),
        };
        row.content_digest = evidence::estimate_receipt(&row, &found.content_digest).digest();
        let digest = row.content_digest.clone();
        let once = OnConflict::column(estimate_receipt::Column::IssueId).do_nothing().to_owned();
        let insert = estimate_receipt::Entity::insert(row.into_active_model()).on_conflict(once);
        if insert.exec_without_returning(&portal.tx).await? > 0 {
            subject = subject.signed("estimate_receipt", found.id, &digest);
            portal.now
        } else {
            // Another request by the same link was faster.
            let first = estimate_receipt::Entity::find_by_id(found.id).one(&portal.tx).await?;
            first.map_or(portal.now, |first| first.signed_at)
        }
    };
    portal.done(subject, Json(ReceivedEstimate { received_at })).await
}

/// The patient's question.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AskAboutEstimate {
    /// At most 1,000 characters.
    question: Note,
}

/// Asks the clinic a question about the estimate.
#[utoipa::path(post, path = "/api/portal/estimate/{token}/ask", tag = "portal", params(("token" = String, Path)), responses((status = NO_CONTENT)))]
async fn ask_about_estimate(
    mut portal: Portal<LinkedEstimate>,
    Json(given): Json<AskAboutEstimate>,
) -> Result<Done<StatusCode>> {
    let found = opened(&mut portal)?;
    if given.question.0.chars().count() > LONGEST {
        return Err(Error::field("question", "must be at most 1,000 characters"));
    }
    if questions_of(found.id).count(&portal.tx).await? >= MAX_QUESTIONS {
        let words = "You have asked many questions about this estimate. Please call the clinic.";
        return Err(Error::conflict("too_many_questions", words));
    }
    let question = estimate_question::ActiveModel {
        id: NotSet,
        issue_id: Set(found.id),
        asked_at: Set(portal.now),
        question: Set(given.question.0),
        ip: Set(portal.origin().ip.clone()),
        user_agent: Set(portal.origin().user_agent.clone()),
        answered_at: Set(None),
        answered_by: Set(None),
        answered_by_name: Set(None),
    };
    question.insert(&portal.tx).await?;
    portal.done(found.subject(), StatusCode::NO_CONTENT).await
}

fn questions_of(issue: EstimateIssueId) -> sea_orm::Select<estimate_question::Entity> {
    estimate_question::Entity::find().filter(estimate_question::Column::IssueId.eq(issue))
}
