//! The versions of an exam template: reading and restoring them, and copying the template under another name. Exams made from a
//! template do not change.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        exam_template::{self, Model},
        exam_template_version::{Column, Entity, Model as Version},
    },
    ids::ExamTemplateId,
};
use sea_orm::{EntityTrait, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::templates::{Content, ExamTemplate, add, change, existing};
use base::{
    error::{Error, Result},
    permission::ExamTemplateWrite,
};
use http_api::{IfMatch, Json, Path, state::App};
use practice::templates::{ListedVersion, MAX_ROWS, check_earlier, copied_name, with_present};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_exam_template_versions))
        .routes(routes!(show_exam_template_version))
        .routes(routes!(restore_exam_template_version))
        .routes(routes!(duplicate_exam_template))
}

/// A version of an exam template, without its texts.
#[derive(Debug, Serialize, ToSchema)]
struct ExamTemplateVersion {
    version: i32,
    name: String,
    /// The member's name; null for a template that came with the clinic, and for versions from before they were kept.
    saved_by: Option<String>,
    saved_at: DateTime<Utc>,
}

/// The template in this version. The present version may not be kept yet.
async fn kept(tx: &ClinicTx, row: Model, version: i32) -> Result<Model> {
    if version == row.version {
        return Ok(row);
    }
    let kept: Version = Entity::find_by_id((row.id, version)).one(tx).await?.ok_or(Error::NotFound)?;
    Ok(Model {
        name: kept.name,
        description: kept.description,
        vitals_template: kept.vitals_template,
        ros_template: kept.ros_template,
        pe_template: kept.pe_template,
        version,
        updated_at: kept.saved_at,
        ..row
    })
}

impl From<Model> for Content {
    fn from(row: Model) -> Self {
        Self {
            name: row.name,
            description: row.description,
            vitals_template: row.vitals_template,
            ros_template: row.ros_template,
            pe_template: row.pe_template,
        }
    }
}

/// Lists the versions of a template, newest first.
#[utoipa::path(get, path = "/api/gfe/templates/{id}/versions", tag = "exams", params(("id" = i64, Path)), responses((status = OK, body = Vec<ExamTemplateVersion>)))]
async fn list_exam_template_versions(
    ctx: Ctx<ExamTemplateWrite>,
    Path(id): Path<ExamTemplateId>,
) -> Result<Done<Json<Vec<ExamTemplateVersion>>>> {
    let row = existing(&ctx.tx, id).await?;
    let columns = [Column::Version, Column::Name, Column::SavedByName, Column::SavedAt];
    let kept: Vec<ListedVersion> =
        Entity::of_template(id).select_only().columns(columns).limit(MAX_ROWS).into_tuple().all(&ctx.tx).await?;
    let present = (row.version, row.name, None, row.updated_at);
    let versions = with_present(present, kept)
        .map(|(version, name, saved_by, saved_at)| ExamTemplateVersion { version, name, saved_by, saved_at })
        .collect();
    ctx.done(Subject::object(id), Json(versions)).await
}

/// Shows a template in one version.
#[utoipa::path(get, path = "/api/gfe/templates/{id}/versions/{version}", tag = "exams", params(("id" = i64, Path), ("version" = i32, Path)), responses((status = OK, body = ExamTemplate)))]
async fn show_exam_template_version(
    ctx: Ctx<ExamTemplateWrite>,
    Path((id, version)): Path<(ExamTemplateId, i32)>,
) -> Result<Done<Json<ExamTemplate>>> {
    let row = existing(&ctx.tx, id).await?;
    let row = kept(&ctx.tx, row, version).await?;
    ctx.done(Subject::object(id), Json(row.into())).await
}

/// Adds a new version with the name and the texts of an earlier one. With `If-Match` it follows only that version.
#[utoipa::path(post, path = "/api/gfe/templates/{id}/versions/{version}/restore", tag = "exams", params(("id" = i64, Path), ("version" = i32, Path), IfMatch), responses((status = OK, body = ExamTemplate)))]
async fn restore_exam_template_version(
    ctx: Ctx<ExamTemplateWrite>,
    Path((id, version)): Path<(ExamTemplateId, i32)>,
    if_match: IfMatch,
) -> Result<Done<Json<ExamTemplate>>> {
    let row = existing(&ctx.tx, id).await?;
    if_match.require(row.version)?;
    check_earlier(version, row.version)?;
    let former = kept(&ctx.tx, row.clone(), version).await?.into();
    let row = change(&ctx.tx, row, former, &ctx.member, ctx.now).await?;
    ctx.done(Subject::object(id), Json(row.into())).await
}

/// Adds a copy of a template, under a name that is not taken.
#[utoipa::path(post, path = "/api/gfe/templates/{id}/duplicate", tag = "exams", params(("id" = i64, Path)), responses((status = CREATED, body = ExamTemplate)))]
async fn duplicate_exam_template(
    ctx: Ctx<ExamTemplateWrite>,
    Path(id): Path<ExamTemplateId>,
) -> Result<Done<(StatusCode, Json<ExamTemplate>)>> {
    let row = existing(&ctx.tx, id).await?;
    let names = exam_template::Entity::active().select_only().column(exam_template::Column::Name);
    let taken: Vec<String> = names.into_tuple().all(&ctx.tx).await?;
    let name = copied_name(&row.name, &taken);
    let copy = add(&ctx.tx, Content { name, ..row.into() }, &ctx.member, ctx.now).await?;
    let subject = Subject::object(id).and(copy.id);
    ctx.done(subject, (StatusCode::CREATED, Json(copy.into()))).await
}
