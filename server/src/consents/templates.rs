//! The clinic's consent texts: create, change, take off the list. What was issued from one stays
//! as it was.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use entity::clinic::consent_template::{ActiveModel, Column, Entity, Model};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::sanitize::{is_too_deep, sanitize};
use crate::{
    error::{Error, Result},
    http::{
        IfMatch, Json, Path, Payload,
        fields::{Html, Name},
    },
    permission::{ConsentTemplateDelete, ConsentTemplateRead, ConsentTemplateWrite},
    state::App,
    tenancy::{ClinicTx, Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_consent_templates, create_consent_template))
        .routes(routes!(update_consent_template, delete_consent_template))
}

/// A text that consents are issued from.
#[derive(Debug, Serialize, ToSchema)]
struct ConsentTemplate {
    id: i64,
    name: String,
    /// Sanitized HTML.
    body: String,
    /// Counts the changes; what was issued names the one it was issued from. Sent back as `If-Match` it
    /// keeps a change from overwriting another.
    version: i32,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl From<Model> for ConsentTemplate {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            name: row.name,
            body: sanitize(&row.body),
            version: row.version,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

/// A name and a text, neither of them blank (specification 5).
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewConsentTemplate {
    name: Name,
    body: Html,
}

impl Payload for NewConsentTemplate {
    const IGNORED: &'static [&'static str] = &["id", "created_at"];
}

impl NewConsentTemplate {
    /// What of the body may be kept; markup around nothing is blank too.
    fn clean_body(&self) -> Result<String> {
        let too_deep = || Err(Error::field("body", "has elements too deep in each other"));
        if is_too_deep(&self.body.0) {
            return too_deep();
        }
        let clean = sanitize(&self.body.0);
        if is_too_deep(&clean) {
            return too_deep();
        }
        let has_text = clean.split('<').any(|part| {
            let text = part.split_once('>').map_or(part, |(_, text)| text);
            text.replace("&nbsp;", " ").chars().any(|c| !c.is_whitespace())
        });
        if has_text { Ok(clean) } else { Err(Error::field("body", "Body is required")) }
    }
}

/// Locked, so that of two changes at once each has a version of its own: issued consents name it.
async fn existing(tx: &ClinicTx, id: i64) -> Result<Model> {
    let row = Entity::find_by_id(id).lock_exclusive().one(tx).await?.ok_or(Error::NotFound)?;
    if row.removed_at.is_some() { Err(Error::NotFound) } else { Ok(row) }
}

/// Lists the texts by name.
#[utoipa::path(get, path = "/api/consents/templates", tag = "consents", responses((status = OK, body = Vec<ConsentTemplate>)))]
async fn list_consent_templates(ctx: Ctx<ConsentTemplateRead>) -> Result<Done<Json<Vec<ConsentTemplate>>>> {
    let rows = Entity::active().order_by_asc(Column::Name).order_by_asc(Column::Id).limit(1_000).all(&ctx.tx).await?;
    ctx.done(Subject::nobody(), Json(rows.into_iter().map(Into::into).collect())).await
}

/// Adds a text.
#[utoipa::path(post, path = "/api/consents/templates", tag = "consents", responses((status = CREATED, body = ConsentTemplate)))]
async fn create_consent_template(
    ctx: Ctx<ConsentTemplateWrite>,
    Json(new): Json<NewConsentTemplate>,
) -> Result<Done<(StatusCode, Json<ConsentTemplate>)>> {
    let body = new.clean_body()?;
    let row = ActiveModel {
        name: Set(new.name.0),
        body: Set(body),
        version: Set(1),
        created_at: Set(ctx.now),
        updated_at: Set(ctx.now),
        ..Default::default()
    }
    .insert(&ctx.tx)
    .await?;
    let subject = Subject::object(row.id);
    ctx.done(subject, (StatusCode::CREATED, Json(row.into()))).await
}

/// Changes a text for what will be issued from it. With `If-Match` it changes only the version that was
/// seen.
#[utoipa::path(put, path = "/api/consents/templates/{id}", tag = "consents", params(("id" = i64, Path), IfMatch), responses((status = OK, body = ConsentTemplate)))]
async fn update_consent_template(
    ctx: Ctx<ConsentTemplateWrite>,
    Path(id): Path<i64>,
    if_match: IfMatch,
    Json(new): Json<NewConsentTemplate>,
) -> Result<Done<Json<ConsentTemplate>>> {
    let body = new.clean_body()?;
    let row = existing(&ctx.tx, id).await?;
    if_match.require(row.version)?;
    let version = row.version + 1;
    let mut row = row.into_active_model();
    row.name = Set(new.name.0);
    row.body = Set(body);
    row.version = Set(version);
    row.updated_at = Set(ctx.now);
    let row = row.update(&ctx.tx).await?;
    ctx.done(Subject::object(id), Json(row.into())).await
}

/// Takes a text off the list. What was issued or signed keeps its own copy.
#[utoipa::path(delete, path = "/api/consents/templates/{id}", tag = "consents", params(("id" = i64, Path)), responses((status = NO_CONTENT)))]
async fn delete_consent_template(ctx: Ctx<ConsentTemplateDelete>, Path(id): Path<i64>) -> Result<Done<StatusCode>> {
    let mut row = existing(&ctx.tx, id).await?.into_active_model();
    row.removed_at = Set(Some(ctx.now));
    row.update(&ctx.tx).await?;
    ctx.done(Subject::object(id), StatusCode::NO_CONTENT).await
}
