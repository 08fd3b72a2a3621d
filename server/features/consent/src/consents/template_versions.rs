//! The calls that read and restore versions of a consent template, and copy a text under another name. Issued consents
//! have their own copies of the text.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        consent_template::{self, Model},
        consent_template_version::{Column, Entity, Model as Version},
    },
    ids::ConsentTemplateId,
};
use sea_orm::{EntityTrait, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    sanitize,
    templates::{ConsentTemplate, add, change, existing},
};
use base::{
    error::{Error, Result},
    permission::ConsentTemplateWrite,
};
use http_api::{IfMatch, Json, Path, state::App};
use practice::templates::{ListedVersion, MAX_ROWS, check_earlier, copied_name, with_present};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_consent_template_versions))
        .routes(routes!(show_consent_template_version))
        .routes(routes!(restore_consent_template_version))
        .routes(routes!(duplicate_consent_template))
}

/// A version of a consent template, without its text.
#[derive(Debug, Serialize, ToSchema)]
struct ConsentTemplateVersion {
    version: i32,
    name: String,
    /// By name. Null for a text that the clinic started with, and for a text from before versions were stored.
    saved_by: Option<String>,
    saved_at: DateTime<Utc>,
}

/// The name, text and time of a version. The present version may not be in the table of versions yet.
async fn kept(tx: &ClinicTx, row: &Model, version: i32) -> Result<(String, String, DateTime<Utc>)> {
    if version == row.version {
        return Ok((row.name.clone(), row.body.clone(), row.updated_at));
    }
    let kept: Version = Entity::find_by_id((row.id, version)).one(tx).await?.ok_or(Error::NotFound)?;
    Ok((kept.name, kept.body, kept.saved_at))
}

/// Lists the versions of a text, newest first.
#[utoipa::path(get, path = "/api/consents/templates/{id}/versions", tag = "consents", params(("id" = i64, Path)), responses((status = OK, body = Vec<ConsentTemplateVersion>)))]
async fn list_consent_template_versions(
    ctx: Ctx<ConsentTemplateWrite>,
    Path(id): Path<ConsentTemplateId>,
) -> Result<Done<Json<Vec<ConsentTemplateVersion>>>> {
    let row = existing(&ctx.tx, id).await?;
    let columns = [Column::Version, Column::Name, Column::SavedByName, Column::SavedAt];
    let kept: Vec<ListedVersion> =
        Entity::of_template(id).select_only().columns(columns).limit(MAX_ROWS).into_tuple().all(&ctx.tx).await?;
    let present = (row.version, row.name, None, row.updated_at);
    let versions = with_present(present, kept)
        .map(|(version, name, saved_by, saved_at)| ConsentTemplateVersion { version, name, saved_by, saved_at })
        .collect();
    ctx.done(Subject::object(id), Json(versions)).await
}

/// Shows a text as it was in one version.
#[utoipa::path(get, path = "/api/consents/templates/{id}/versions/{version}", tag = "consents", params(("id" = i64, Path), ("version" = i32, Path)), responses((status = OK, body = ConsentTemplate)))]
async fn show_consent_template_version(
    ctx: Ctx<ConsentTemplateWrite>,
    Path((id, version)): Path<(ConsentTemplateId, i32)>,
) -> Result<Done<Json<ConsentTemplate>>> {
    let row = existing(&ctx.tx, id).await?;
    let (name, body, updated_at) = kept(&ctx.tx, &row, version).await?;
    let row = Model { name, body, version, updated_at, ..row };
    ctx.done(Subject::object(id), Json(ConsentTemplate::from_model(row).await?)).await
}

/// Makes a new version with the name and the text of an earlier one. With `If-Match` it follows only that version.
#[utoipa::path(post, path = "/api/consents/templates/{id}/versions/{version}/restore", tag = "consents", params(("id" = i64, Path), ("version" = i32, Path), IfMatch), responses((status = OK, body = ConsentTemplate)))]
async fn restore_consent_template_version(
    ctx: Ctx<ConsentTemplateWrite>,
    Path((id, version)): Path<(ConsentTemplateId, i32)>,
    if_match: IfMatch,
) -> Result<Done<Json<ConsentTemplate>>> {
    let row = existing(&ctx.tx, id).await?;
    if_match.require(row.version)?;
    check_earlier(version, row.version)?;
    let (name, body, _) = kept(&ctx.tx, &row, version).await?;
    let body = sanitize::accepted(body).await?;
    let row = change(&ctx.tx, row, name, body, &ctx.member, ctx.now).await?;
    ctx.done(Subject::object(id), Json(ConsentTemplate::from_model(row).await?)).await
}

/// Adds a copy of a text, under a name that is not taken.
#[utoipa::path(post, path = "/api/consents/templates/{id}/duplicate", tag = "consents", params(("id" = i64, Path)), responses((status = CREATED, body = ConsentTemplate)))]
async fn duplicate_consent_template(
    ctx: Ctx<ConsentTemplateWrite>,
    Path(id): Path<ConsentTemplateId>,
) -> Result<Done<(StatusCode, Json<ConsentTemplate>)>> {
    let row = existing(&ctx.tx, id).await?;
    let names = consent_template::Entity::active().select_only().column(consent_template::Column::Name);
    let taken: Vec<String> = names.into_tuple().all(&ctx.tx).await?;
    let name = copied_name(&row.name, &taken);
    let body = sanitize::accepted(row.body).await?;
    let copy = add(&ctx.tx, name, body, &ctx.member, ctx.now).await?;
    let subject = Subject::object(id).and(copy.id);
    ctx.done(subject, (StatusCode::CREATED, Json(ConsentTemplate::from_model(copy).await?))).await
}
