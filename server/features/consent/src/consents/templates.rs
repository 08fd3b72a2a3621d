//! The clinic's consent templates: create, change, remove from the list. Consents that were issued before do not
//! change.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use entity::{
    clinic::consent_template::{ActiveModel, Column, Entity, Model},
    ids::ConsentTemplateId,
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, FromQueryResult, IntoActiveModel, QueryFilter,
    QueryOrder, QuerySelect,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    keep_version::{keep_version, may_save},
    sanitize,
};
use base::{
    error::{Error, Result},
    names,
    permission::{ConsentTemplateDelete, ConsentTemplateRead, ConsentTemplateWrite},
};
use http_api::{
    Computed, IfMatch, Json, Path, SentBack,
    fields::{Html, Name},
    page,
    state::App,
};
use tenancy::{ClinicTx, Ctx, Done, Member, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_consent_templates, create_consent_template))
        .routes(routes!(update_consent_template, delete_consent_template))
        .routes(routes!(put_consent_template_back))
        .routes(routes!(list_removed_consent_templates))
}

/// A text from which consents are issued.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConsentTemplate {
    id: ConsentTemplateId,
    name: String,
    /// Sanitized HTML.
    body: String,
    /// The version. An issued consent names the version that it was issued from. Sent back as `If-Match`, it prevents
    /// that a change overwrites another one.
    version: i32,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl ConsentTemplate {
    /// The rows for a response. Their texts are sanitized again.
    async fn from_models(mut rows: Vec<Model>) -> Result<Vec<Self>> {
        let texts = rows.iter_mut().map(|row| std::mem::take(&mut row.body)).collect();
        let bodies = sanitize::sanitized(texts).await?;
        let templates = rows.into_iter().zip(bodies).map(|(row, body)| Self {
            id: row.id,
            name: row.name,
            body,
            version: row.version,
            created_at: row.created_at,
            updated_at: row.updated_at,
        });
        Ok(templates.collect())
    }

    pub async fn from_model(row: Model) -> Result<Self> {
        Self::from_models(vec![row]).await?.pop().ok_or(Error::NotFound)
    }
}

/// A name and a text, neither of them blank (specification 5).
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewConsentTemplate {
    name: Name,
    body: Html,
}

impl Computed for NewConsentTemplate {
    const COMPUTED: &'static [&'static str] = &["id", "created_at"];
}

impl NewConsentTemplate {
    /// The name, and the allowed part of the body. Markup without text counts as blank.
    async fn cleaned(self) -> Result<(String, String)> {
        let name = sanitize::accepted_name("name", self.name)?;
        let clean = sanitize::accepted(self.body.0).await?;
        let has_text = clean.split('<').any(|part| {
            let text = part.split_once('>').map_or(part, |(_, text)| text);
            text.replace("&nbsp;", " ").chars().any(|c| !c.is_whitespace())
        });
        if has_text { Ok((name, clean)) } else { Err(Error::field("body", "Body is required")) }
    }
}

/// Refuses a change that makes the list too large.
///
/// Fails when the texts on the list, including this change, exceed the limit.
async fn check_size(tx: &ClinicTx) -> Result<()> {
    if page::fits(tx, Entity::active(), [Column::Name, Column::Body]).await? {
        return Ok(());
    }
    let words = "Your consent texts together have more than 2 MiB. Take one off the list first.";
    Err(Error::field("body", words))
}

/// Reads and locks a template, so that two simultaneous changes get different versions. Issued consents name the version.
///
/// # Errors
/// [`Error::NotFound`] if there is no such template, or if it was removed from the list.
pub async fn existing(tx: &ClinicTx, id: ConsentTemplateId) -> Result<Model> {
    let row = Entity::find_by_id(id).lock_exclusive().one(tx).await?.ok_or(Error::NotFound)?;
    if row.removed_at.is_some() { Err(Error::NotFound) } else { Ok(row) }
}

/// Adds a text of this name and body.
///
/// Fails when the list becomes too large.
pub async fn add(tx: &ClinicTx, name: String, body: String, author: &Member, now: DateTime<Utc>) -> Result<Model> {
    may_save(tx, now).await?;
    let row = ActiveModel {
        name: Set(name),
        body: Set(body),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    let row = row.insert(tx).await?;
    keep_version(tx, &row, Some(author)).await?;
    check_size(tx).await?;
    Ok(row)
}

/// Makes the next version of a text, with this name and body, and keeps the former version. If nothing changed, it makes no version.
///
/// Fails when the list becomes too large, or too many versions were saved.
pub async fn change(
    tx: &ClinicTx,
    row: Model,
    name: String,
    body: String,
    author: &Member,
    now: DateTime<Utc>,
) -> Result<Model> {
    if (&row.name, &row.body) == (&name, &body) {
        return Ok(row);
    }
    may_save(tx, now).await?;
    keep_version(tx, &row, None).await?;
    let version = row.version + 1;
    let mut row = row.into_active_model();
    row.name = Set(name);
    row.body = Set(body);
    row.version = Set(version);
    row.updated_at = Set(now);
    let row = row.update(tx).await?;
    keep_version(tx, &row, Some(author)).await?;
    check_size(tx).await?;
    Ok(row)
}

/// Lists the texts by name.
#[utoipa::path(get, path = "/api/consents/templates", tag = "consents", responses((status = OK, body = Vec<ConsentTemplate>)))]
async fn list_consent_templates(ctx: Ctx<ConsentTemplateRead>) -> Result<Done<Json<Vec<ConsentTemplate>>>> {
    let mut rows = Entity::active().order_by_asc(Column::Id).limit(1_000).all(&ctx.tx).await?;
    rows.sort_by_cached_key(|row| names::folded(&row.name));
    ctx.done(Subject::nobody(), Json(ConsentTemplate::from_models(rows).await?)).await
}

/// Adds a text.
#[utoipa::path(post, path = "/api/consents/templates", tag = "consents", request_body = NewConsentTemplate, responses((status = CREATED, body = ConsentTemplate)))]
async fn create_consent_template(
    ctx: Ctx<ConsentTemplateWrite>,
    SentBack(new): SentBack<NewConsentTemplate>,
) -> Result<Done<(StatusCode, Json<ConsentTemplate>)>> {
    let (name, body) = new.cleaned().await?;
    let row = add(&ctx.tx, name, body, &ctx.member, ctx.now).await?;
    let subject = Subject::object(row.id);
    ctx.done(subject, (StatusCode::CREATED, Json(ConsentTemplate::from_model(row).await?))).await
}

/// Changes a text for consents that are issued later. With `If-Match` it changes only that version.
#[utoipa::path(put, path = "/api/consents/templates/{id}", tag = "consents", request_body = NewConsentTemplate, params(("id" = i64, Path), IfMatch), responses((status = OK, body = ConsentTemplate)))]
async fn update_consent_template(
    ctx: Ctx<ConsentTemplateWrite>,
    Path(id): Path<ConsentTemplateId>,
    if_match: IfMatch,
    SentBack(new): SentBack<NewConsentTemplate>,
) -> Result<Done<Json<ConsentTemplate>>> {
    let (name, body) = new.cleaned().await?;
    let row = existing(&ctx.tx, id).await?;
    if_match.require(row.version)?;
    let row = change(&ctx.tx, row, name, body, &ctx.member, ctx.now).await?;
    ctx.done(Subject::object(id), Json(ConsentTemplate::from_model(row).await?)).await
}

/// Removes a text from the list. With `If-Match` it removes only that version. Issued and signed consents have their own copies.
#[utoipa::path(delete, path = "/api/consents/templates/{id}", tag = "consents", params(("id" = i64, Path), IfMatch), responses((status = NO_CONTENT)))]
async fn delete_consent_template(
    ctx: Ctx<ConsentTemplateDelete>,
    Path(id): Path<ConsentTemplateId>,
    if_match: IfMatch,
) -> Result<Done<StatusCode>> {
    let row = existing(&ctx.tx, id).await?;
    if_match.require(row.version)?;
    let mut row = row.into_active_model();
    row.removed_at = Set(Some(ctx.now));
    row.update(&ctx.tx).await?;
    ctx.done(Subject::object(id), StatusCode::NO_CONTENT).await
}

/// A text that was removed.
#[derive(Debug, Serialize, FromQueryResult, ToSchema)]
struct RemovedConsentTemplate {
    id: ConsentTemplateId,
    name: String,
    removed_at: DateTime<Utc>,
}

/// Lists the texts that were removed, the latest first and at most 200.
#[utoipa::path(get, path = "/api/consents/templates/removed", tag = "consents", responses((status = OK, body = Vec<RemovedConsentTemplate>)))]
async fn list_removed_consent_templates(
    ctx: Ctx<ConsentTemplateDelete>,
) -> Result<Done<Json<Vec<RemovedConsentTemplate>>>> {
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

/// Puts a removed text back on the list, unchanged.
#[utoipa::path(post, path = "/api/consents/templates/{id}/restore", tag = "consents", params(("id" = i64, Path)), responses((status = OK, body = ConsentTemplate)))]
async fn put_consent_template_back(
    ctx: Ctx<ConsentTemplateDelete>,
    Path(id): Path<ConsentTemplateId>,
) -> Result<Done<Json<ConsentTemplate>>> {
    let row = Entity::find_by_id(id).lock_exclusive().one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    if row.removed_at.is_none() {
        return Err(Error::conflict("not_removed", "This template is on the list."));
    }
    let mut row = row.into_active_model();
    row.removed_at = Set(None);
    let row = row.update(&ctx.tx).await?;
    check_size(&ctx.tx).await?;
    ctx.done(Subject::object(id), Json(ConsentTemplate::from_model(row).await?)).await
}
