//! Whether every treatment needs a protocol.

use chrono::{DateTime, Utc};
use entity::clinic::protocol_setting::{Entity, Model};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::foundation::{
    error::Result,
    http::{IfMatch, Json, Payload, required},
    permission::{ClinicSettingsRead, ClinicSettingsWrite},
    settings_row,
    state::App,
    tenancy::{Change, ClinicTx, Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_protocol_settings, update_protocol_settings))
}

/// Whether every treatment needs a protocol.
#[derive(Debug, Serialize, ToSchema)]
struct ProtocolSettings {
    /// Whether a treatment is refused whose service has no protocol in force.
    every_treatment: bool,
    /// For `If-Match`; 0 while nothing was changed.
    version: i32,
    #[schema(required)]
    updated_at: Option<DateTime<Utc>>,
    #[schema(required)]
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
    #[serde(deserialize_with = "required")]
    every_treatment: bool,
}

impl Payload for NewProtocolSettings {
    const IGNORED: &'static [&'static str] = &["version", "updated_at", "updated_by"];
}

fn default_settings(now: DateTime<Utc>) -> Model {
    Model { id: 1, every_treatment: false, version: 0, updated_at: now, updated_by: None, updated_by_name: None }
}

/// The clinic's settings.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn current(tx: &ClinicTx, now: DateTime<Utc>) -> Result<Model> {
    Ok(Entity::find_by_id(1_i16).one(tx).await?.unwrap_or_else(|| default_settings(now)))
}

/// Shows whether every treatment needs a protocol.
#[utoipa::path(get, path = "/api/protocols/settings", tag = "protocols", responses((status = OK, body = ProtocolSettings)))]
async fn show_protocol_settings(ctx: Ctx<ClinicSettingsRead>) -> Result<Done<Json<ProtocolSettings>>> {
    let row = current(&ctx.tx, ctx.now).await?;
    ctx.done(Subject::nobody(), Json(row.into())).await
}

/// Changes whether every treatment needs a protocol. With `If-Match` it changes only that version. Needs a fresh proof of identity.
#[utoipa::path(put, path = "/api/protocols/settings", tag = "protocols", params(IfMatch), responses((status = OK, body = ProtocolSettings)))]
async fn update_protocol_settings(
    ctx: Ctx<ClinicSettingsWrite>,
    if_match: IfMatch,
    Json(new): Json<NewProtocolSettings>,
) -> Result<Done<Json<ProtocolSettings>>> {
    ctx.require_fresh_proof()?;
    let before = settings_row::locked::<Entity>(&ctx.tx, default_settings(ctx.now)).await?;
    if_match.require(before.version)?;
    let was = before.every_treatment;
    let version = before.version + 1;
    let mut row = before.into_active_model();
    row.every_treatment = Set(new.every_treatment);
    row.version = Set(version);
    row.updated_at = Set(ctx.now);
    row.updated_by = Set(Some(ctx.member.id));
    row.updated_by_name = Set(Some(ctx.member.full_name()));
    let row = row.update(&ctx.tx).await?;
    let in_words = |on: bool| if on { "on" } else { "off" };
    let change = Change::between("every_treatment", Some(in_words(was)), Some(in_words(row.every_treatment)));
    ctx.done(Subject::nobody().changed(change), Json(row.into())).await
}
