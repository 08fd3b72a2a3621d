//! Shows the author of a text how it would be stored, before it is saved.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::sanitize;
use base::{error::Result, permission::ConsentTemplateWrite};
use http_api::{Json, fields::Html, state::App};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(preview_consent_template))
}

/// A text that is being written.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TypedText {
    body: Html,
}

/// The text as patients would see it and as it would be printed. Markup that is not allowed is left out or replaced by allowed markup.
#[derive(Serialize, ToSchema)]
struct TextPreview {
    body: String,
}

/// Shows a text as it would be stored, or the reason why it would be refused. Saves nothing.
#[utoipa::path(post, path = "/api/consents/templates/preview", tag = "consents", responses((status = OK, body = TextPreview)))]
async fn preview_consent_template(
    ctx: Ctx<ConsentTemplateWrite>,
    Json(typed): Json<TypedText>,
) -> Result<Done<Json<TextPreview>>> {
    let body = sanitize::accepted(typed.body.0).await?;
    ctx.done_unstored(Subject::nobody(), Json(TextPreview { body })).await
}
