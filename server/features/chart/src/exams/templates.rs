//! Templates for exams: create, change, remove from the list.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use entity::{
    clinic::exam_template::{ActiveModel, Column, Entity, Model},
    ids::ExamTemplateId,
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, FromQueryResult, IntoActiveModel, QueryFilter,
    QueryOrder, QuerySelect,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::keep_version::{keep_version, may_save};
use base::{
    error::{Error, Result},
    names,
    permission::{ExamTemplateDelete, ExamTemplateRead, ExamTemplateWrite},
};
use http_api::{
    Computed, IfMatch, Json, Path, SentBack,
    fields::{Name, Note},
    page,
    state::App,
};
use tenancy::{ClinicTx, Ctx, Done, Member, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_exam_templates, create_exam_template))
        .routes(routes!(update_exam_template, delete_exam_template))
        .routes(routes!(put_exam_template_back))
        .routes(routes!(list_removed_exam_templates))
}

/// A template for exams (specification 3).
#[derive(Debug, Serialize, ToSchema)]
pub struct ExamTemplate {
    id: ExamTemplateId,
    name: String,
    description: Option<String>,
    vitals_template: Option<String>,
    ros_template: Option<String>,
    pe_template: Option<String>,
    /// The version; sent back as `If-Match` it keeps a change from overwriting another one.
    version: i32,
    created_at: DateTime<Utc>,
}

impl From<Model> for ExamTemplate {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            name: row.name,
            description: row.description,
            vitals_template: row.vitals_template,
            ros_template: row.ros_template,
            pe_template: row.pe_template,
            version: row.version,
            created_at: row.created_at,
        }
    }
}

/// A name, and optional texts (specification 5).
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewExamTemplate {
    name: Name,
    description: Option<Note>,
    vitals_template: Option<Note>,
    ros_template: Option<Note>,
    pe_template: Option<Note>,
}

impl Computed for NewExamTemplate {
    const COMPUTED: &'static [&'static str] = &["id", "created_at"];
}

/// The content of a template.
#[derive(PartialEq, Eq)]
pub struct Content {
    pub name: String,
    pub description: Option<String>,
    pub vitals_template: Option<String>,
    pub ros_template: Option<String>,
    pub pe_template: Option<String>,
}

impl From<NewExamTemplate> for Content {
    fn from(new: NewExamTemplate) -> Self {
        Self {
            name: new.name.0,
            description: new.description.map(|note| note.0),
            vitals_template: new.vitals_template.map(|note| note.0),
            ros_template: new.ros_template.map(|note| note.0),
            pe_template: new.pe_template.map(|note| note.0),
        }
    }
}

impl Content {
    fn fill(self, row: &mut ActiveModel, now: DateTime<Utc>) {
        row.name = Set(self.name);
        row.description = Set(self.description);
        row.vitals_template = Set(self.vitals_template);
        row.ros_template = Set(self.ros_template);
        row.pe_template = Set(self.pe_template);
        row.updated_at = Set(now);
    }
}

/// Refuses a list that has become too large.
///
/// Fails if the texts on the list, including this change, exceed the maximum size.
async fn check_size(tx: &ClinicTx) -> Result<()> {
    use Column::{Description, Name, PeTemplate, RosTemplate, VitalsTemplate};
    if page::fits(tx, Entity::active(), [Name, Description, VitalsTemplate, RosTemplate, PeTemplate]).await? {
        return Ok(());
    }
    let words = "Your exam templates together have more than 2 MiB. Take one off the list first.";
    Err(Error::field("name", words))
}

/// Locks the template, so that the second of two simultaneous changes sees the first.
///
/// # Errors
/// [`Error::NotFound`] if there is no such template, or it was removed from the list.
pub async fn existing(tx: &ClinicTx, id: ExamTemplateId) -> Result<Model> {
    let row = Entity::find_by_id(id).lock_exclusive().one(tx).await?;
    row.filter(|template| template.removed_at.is_none()).ok_or(Error::NotFound)
}

/// Adds a template with this content.
///
/// Fails if the list becomes too large.
pub async fn add(tx: &ClinicTx, content: Content, author: &Member, now: DateTime<Utc>) -> Result<Model> {
    may_save(tx, now).await?;
    let mut row = ActiveModel { created_at: Set(now), ..Default::default() };
    content.fill(&mut row, now);
    let row = row.insert(tx).await?;
    keep_version(tx, &row, Some(author)).await?;
    check_size(tx).await?;
    Ok(row)
}

/// Adds the next version of a template, with this content; the former version is kept. Without a change there is no new version.
///
/// Fails if the list becomes too large, or too many versions were saved.
pub async fn change(tx: &ClinicTx, row: Model, content: Content, author: &Member, now: DateTime<Utc>) -> Result<Model> {
    if Content::from(row.clone()) == content {
        return Ok(row);
    }
    may_save(tx, now).await?;
    keep_version(tx, &row, None).await?;
    let version = row.version + 1;
    let mut row = row.into_active_model();
    row.version = Set(version);
    content.fill(&mut row, now);
    let row = row.update(tx).await?;
    keep_version(tx, &row, Some(author)).await?;
    check_size(tx).await?;
    Ok(row)
}

/// Lists the templates by name.
#[utoipa::path(get, path = "/api/gfe/templates", tag = "exams", responses((status = OK, body = Vec<ExamTemplate>)))]
async fn list_exam_templates(ctx: Ctx<ExamTemplateRead>) -> Result<Done<Json<Vec<ExamTemplate>>>> {
    let mut rows = Entity::active().order_by_asc(Column::Id).limit(1_000).all(&ctx.tx).await?;
    rows.sort_by_cached_key(|row| names::folded(&row.name));
    ctx.done(Subject::nobody(), Json(rows.into_iter().map(Into::into).collect())).await
}

/// Adds a template.
#[utoipa::path(post, path = "/api/gfe/templates", tag = "exams", request_body = NewExamTemplate, responses((status = CREATED, body = ExamTemplate)))]
async fn create_exam_template(
    ctx: Ctx<ExamTemplateWrite>,
    SentBack(new): SentBack<NewExamTemplate>,
) -> Result<Done<(StatusCode, Json<ExamTemplate>)>> {
    let row = add(&ctx.tx, new.into(), &ctx.member, ctx.now).await?;
    let subject = Subject::object(row.id);
    ctx.done(subject, (StatusCode::CREATED, Json(row.into()))).await
}

/// Changes a template. Exams made from it do not change. With `If-Match` it changes only that version.
#[utoipa::path(put, path = "/api/gfe/templates/{id}", tag = "exams", request_body = NewExamTemplate, params(("id" = i64, Path), IfMatch), responses((status = OK, body = ExamTemplate)))]
async fn update_exam_template(
    ctx: Ctx<ExamTemplateWrite>,
    Path(id): Path<ExamTemplateId>,
    if_match: IfMatch,
    SentBack(new): SentBack<NewExamTemplate>,
) -> Result<Done<Json<ExamTemplate>>> {
    let row = existing(&ctx.tx, id).await?;
    if_match.require(row.version)?;
    let row = change(&ctx.tx, row, new.into(), &ctx.member, ctx.now).await?;
    ctx.done(Subject::object(id), Json(row.into())).await
}

/// Removes a template from the list. With `If-Match` it removes only that version.
#[utoipa::path(delete, path = "/api/gfe/templates/{id}", tag = "exams", params(("id" = i64, Path), IfMatch), responses((status = NO_CONTENT)))]
async fn delete_exam_template(
    ctx: Ctx<ExamTemplateDelete>,
    Path(id): Path<ExamTemplateId>,
    if_match: IfMatch,
) -> Result<Done<StatusCode>> {
    let row = existing(&ctx.tx, id).await?;
    if_match.require(row.version)?;
    let mut row = row.into_active_model();
    row.removed_at = Set(Some(ctx.now));
    row.update(&ctx.tx).await?;
    ctx.done(Subject::object(id), StatusCode::NO_CONTENT).await
}

/// A template that was removed.
#[derive(Debug, Serialize, FromQueryResult, ToSchema)]
struct RemovedExamTemplate {
    id: ExamTemplateId,
    name: String,
    removed_at: DateTime<Utc>,
}

/// Lists the templates that were removed, the latest first and at most 200.
#[utoipa::path(get, path = "/api/gfe/templates/removed", tag = "exams", responses((status = OK, body = Vec<RemovedExamTemplate>)))]
async fn list_removed_exam_templates(ctx: Ctx<ExamTemplateDelete>) -> Result<Done<Json<Vec<RemovedExamTemplate>>>> {
    let rows = Entity::find()
        .filter(Column::RemovedAt.is_not_null())
        .order_by_desc(Column::RemovedAt)
        .order_by_desc(Column::Id)
        .limit(200)
        .into_model()
        .all(&ctx.tx)
        .await?;
    ctx.done(Subject::nobody(), Json(rows)).await
}

/// Restores a removed template to the list, unchanged.
#[utoipa::path(post, path = "/api/gfe/templates/{id}/restore", tag = "exams", params(("id" = i64, Path)), responses((status = OK, body = ExamTemplate)))]
async fn put_exam_template_back(
    ctx: Ctx<ExamTemplateDelete>,
    Path(id): Path<ExamTemplateId>,
) -> Result<Done<Json<ExamTemplate>>> {
    let row = Entity::find_by_id(id).lock_exclusive().one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    if row.removed_at.is_none() {
        return Err(Error::conflict("not_removed", "This template is on the list."));
    }
    let mut row = row.into_active_model();
    row.removed_at = Set(None);
    let row = row.update(&ctx.tx).await?;
    check_size(&ctx.tx).await?;
    ctx.done(Subject::object(id), Json(row.into())).await
}
