//! Issuing an estimate, giving an issued version again, and its PDF.

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
};
use entity::{clinic::estimate_issue, ids::EstimateId, words::EstimateGiven};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    content_version,
    draft::{EstimateDraft, draft_of},
    file::file_of,
    issue::issue,
    links,
    mail::{EstimateMail, note_given},
};
use crate::documents;
use base::{
    error::{Error, Result},
    permission::{EstimateIssue, EstimateRead, Permission},
};
use crypto::token;
use http_api::{Confirmed, IfMatch, Json, Path, state::App};
use money::estimates;
use people::patients;
use practice::settings::IntegerBetween;
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(issue_estimate))
        .routes(routes!(give_estimate))
        .routes(routes!(open_estimate_file))
}

/// Issues the draft as the next version.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct IssueEstimate {
    /// How the patient receives it.
    how: EstimateGiven,
    /// The version of the content on the screen; any other version is refused.
    #[schema(value_type = Option<i32>, minimum = 0)]
    content_version: Option<IntegerBetween<0, { i32::MAX }>>,
    /// The warnings that were read: `incomplete_estimate` if parts of a complete estimate are missing.
    #[serde(default = "Confirmed::nothing")]
    confirmed: Confirmed,
}

/// Gives the newest issued version again.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GiveEstimate {
    how: EstimateGiven,
}

/// An estimate that was given.
#[derive(Debug, Serialize, ToSchema)]
struct GivenEstimate {
    /// The patient's page, shown only once; null unless the link is handed over.
    portal_url: Option<String>,
    draft: EstimateDraft,
}

/// Issues the present draft as the next version, with its PDF, and gives it to the patient. The version never changes. If parts
/// are missing, the call is refused with a list unless that was confirmed. With `If-Match` it issues only that version of the
/// specification's fields.
#[utoipa::path(post, path = "/api/gfe-estimate/{id}/issue", tag = "estimates", params(("id" = i64, Path), IfMatch), responses((status = CREATED, body = GivenEstimate)))]
async fn issue_estimate(
    ctx: Ctx<EstimateIssue>,
    State(app): State<App>,
    Path(id): Path<EstimateId>,
    if_match: IfMatch,
    Json(new): Json<IssueEstimate>,
) -> Result<Done<(StatusCode, Json<GivenEstimate>)>> {
    let patient_id = estimates::patient_of(&ctx.tx, id).await?;
    let row = estimates::held(&ctx.tx, patient_id, id).await?;
    if_match.require(row.version)?;
    let is_seen = match new.content_version.as_ref() {
        Some(seen) => seen.0 == content_version(&ctx.tx, id).await?,
        None => true,
    };
    if !is_seen {
        return Err(Error::Stale);
    }
    let issued = issue(&ctx.tx, &ctx.clinic, &row, &new.confirmed, &ctx.member, ctx.now).await?;
    let portal_url = give(&ctx, &app, &issued, new.how).await?;
    let draft = draft_of(&ctx.tx, &ctx.clinic, &row).await?;
    let subject = Subject::patient(patient_id).and(id).signed("estimate_issue", issued.id, &issued.content_digest);
    let answer = (StatusCode::CREATED, Json(GivenEstimate { portal_url, draft }));
    let again = Error::conflict(
        "told_once",
        "This version was issued already, and its link is shown only once. Make a new link if it was not copied.",
    );
    ctx.done_with_secret(subject, answer, again).await
}

/// Gives the newest issued version to the patient again: on paper, by a new link or by mail. A former link then becomes invalid.
#[utoipa::path(post, path = "/api/gfe-estimate/{id}/give", tag = "estimates", params(("id" = i64, Path)), responses((status = OK, body = GivenEstimate)))]
async fn give_estimate(
    ctx: Ctx<EstimateIssue>,
    State(app): State<App>,
    Path(id): Path<EstimateId>,
    Json(new): Json<GiveEstimate>,
) -> Result<Done<Json<GivenEstimate>>> {
    let patient_id = estimates::patient_of(&ctx.tx, id).await?;
    let row = estimates::held(&ctx.tx, patient_id, id).await?;
    estimates::refuse_voided(&ctx.tx, id).await?;
    let newest = estimate_issue::Entity::of_estimate(id).one(&ctx.tx).await?;
    let newest = newest.ok_or_else(|| Error::conflict("not_issued", "This estimate was not issued yet."))?;
    let portal_url = give(&ctx, &app, &newest, new.how).await?;
    let draft = draft_of(&ctx.tx, &ctx.clinic, &row).await?;
    let subject = Subject::patient(patient_id).and(id);
    let again = Error::conflict(
        "told_once",
        "A new link was made already, and it is shown only once. Make another one if it was not copied.",
    );
    ctx.done_with_secret(subject, Json(GivenEstimate { portal_url, draft }), again).await
}

/// Records how the version is given, and makes its link. Returns the patient's page if the link is handed over.
async fn give<P: Permission>(
    ctx: &Ctx<P>,
    app: &App,
    issued: &estimate_issue::Model,
    how: EstimateGiven,
) -> Result<Option<String>> {
    match how {
        EstimateGiven::Paper => {
            note_given(&ctx.tx, issued.id, how, Some(&ctx.member), None, ctx.now).await?;
            Ok(None)
        }
        EstimateGiven::Link => {
            let token = token::random();
            links::renew(&ctx.tx, issued.id, &token, ctx.now).await?;
            note_given(&ctx.tx, issued.id, how, Some(&ctx.member), None, ctx.now).await?;
            Ok(Some(links::portal_url(app, &ctx.clinic.subdomain, &token)))
        }
        EstimateGiven::Email => {
            require_mail(ctx, issued).await?;
            let (mail, token) = EstimateMail::new(issued.id, issued.patient_id, ctx.clinic.id, &app.master);
            links::renew(&ctx.tx, issued.id, &token, ctx.now).await?;
            outbox::enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &mail).await?;
            Ok(None)
        }
    }
}

/// Fails if no mail can be sent to the patient; the error says why, and what to do.
async fn require_mail<P: Permission>(ctx: &Ctx<P>, issued: &estimate_issue::Model) -> Result<()> {
    let person = patients::person(&ctx.tx, issued.patient_id).await?;
    if !person.may_email {
        let words = "The patient does not want e-mail. Hand the estimate over on paper or by its link.";
        return Err(Error::conflict("no_email_wanted", words));
    }
    if person.email.is_none() {
        let words =
            "The patient's record has no e-mail address. Add one, or hand the estimate over on paper or by its link.";
        return Err(Error::conflict("no_address", words));
    }
    if patients::mail_stop(&ctx.tx, &person).await?.is_some() {
        let words = "Mail to the patient's address came back, or was reported as unwanted. Change or confirm the address on the \
                     record, or hand the estimate over on paper or by its link.";
        return Err(Error::conflict("mail_stopped", words));
    }
    Ok(())
}

/// The PDF of an issued version.
#[utoipa::path(get, path = "/api/gfe-estimate/{id}/issues/{version}/file", tag = "estimates", params(("id" = i64, Path), ("version" = i32, Path)),
    responses((status = OK, body = String, content_type = "application/pdf")))]
async fn open_estimate_file(
    ctx: Ctx<EstimateRead>,
    Path((id, version)): Path<(EstimateId, i32)>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let row = super::issued_version(&ctx.tx, id, version).await?;
    let file = file_of(&ctx.tx, row.id).await?.ok_or_else(super::file_not_ready)?;
    let name = format!("inline; filename=\"good-faith-estimate-{id}-version-{version}.pdf\"");
    let headers = documents::headers("application/pdf", &name)?;
    ctx.done(Subject::patient(row.patient_id).and(id), (headers, file.file)).await
}
