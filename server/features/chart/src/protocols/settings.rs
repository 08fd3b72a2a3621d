//! Whether every treatment needs a protocol.

use chrono::{DateTime, Utc};
use entity::clinic::protocol_setting::Model;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{
    error::Result,
    permission::{ClinicSettingsRead, ClinicSettingsWrite},
};
use http_api::{Computed, IfMatch, Json, SentBack, state::App};
use practice::settings::{lock_settings, read_settings, save_settings};
use tenancy::{Change, ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_protocol_settings, update_protocol_settings))
}

/// Whether every treatment needs a protocol.
#[derive(Debug, Serialize, ToSchema)]
struct ProtocolSettings {
    /// Whether a treatment is refused if its service has no protocol in force.
    every_treatment: bool,
    /// For `If-Match`; 0 while nothing was changed.
    version: i32,
    updated_at: Option<DateTime<Utc>>,
    updated_by: Option<String>,
}

impl From<Model> for ProtocolSettings {
    fn from(row: Model) -> Self {
        Self {
            every_treatment: row.every_treatment,
            version: row.version,
            updated_at: (row.version > 0).then_some(row.updated_at),
            updated_by: row.updated_by_name,
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewProtocolSettings {
    every_treatment: bool,
}

impl Computed for NewProtocolSettings {
    const COMPUTED: &'static [&'static str] = &["version", "updated_at", "updated_by"];
}

/// The clinic's settings.
pub(super) async fn current(tx: &ClinicTx) -> Result<Model> {
    read_settings::<Model>(tx).await
}

/// Shows whether every treatment needs a protocol.
#[utoipa::path(get, path = "/api/protocols/settings", tag = "protocols", responses((status = OK, body = ProtocolSettings)))]
async fn show_protocol_settings(ctx: Ctx<ClinicSettingsRead>) -> Result<Done<Json<ProtocolSettings>>> {
    let row = current(&ctx.tx).await?;
    ctx.done(Subject::nobody(), Json(row.into())).await
}

/// Changes whether every treatment needs a protocol. With `If-Match` it changes only that version. Needs a fresh proof of identity.
#[utoipa::path(put, path = "/api/protocols/settings", tag = "protocols", request_body = NewProtocolSettings, params(IfMatch), responses((status = OK, body = ProtocolSettings)))]
async fn update_protocol_settings(
    ctx: Ctx<ClinicSettingsWrite>,
    if_match: IfMatch,
    SentBack(new): SentBack<NewProtocolSettings>,
) -> Result<Done<Json<ProtocolSettings>>> {
    ctx.require_fresh_proof()?;
    let before = lock_settings::<Model>(&ctx.tx).await?;
    if_match.require(before.version)?;
    let was = before.every_treatment;
    let row = save_settings(&ctx, Model { every_treatment: new.every_treatment, ..before }).await?;
    let change = Change::switch("every_treatment", was, row.every_treatment);
    ctx.done(Subject::nobody().changed(change), Json(row.into())).await
}
