//! The settings that say who may sign exams, and whether a treatment with an uncleared service is refused.

use chrono::{DateTime, Utc};
use entity::{
    clinic::clearance_setting::Model,
    words::{Credential, Uncleared},
};
use sea_orm::Iterable;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{
    error::{Error, Result},
    permission::{ClinicSettingsRead, ClinicSettingsWrite},
};
use http_api::{Computed, IfMatch, Json, SentBack, state::App};
use practice::settings::{lock_settings, read_settings, save_settings};
use tenancy::{Change, ClinicTx, Ctx, Done, LoggedField, Subject, on_or_off};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_clearance_settings, update_clearance_settings))
}

/// Who may sign exams, and whether a treatment with an uncleared service is refused.
#[derive(Debug, Serialize, ToSchema)]
struct ClearanceSettings {
    /// The credentials with which an exam may be signed.
    credentials: Vec<Credential>,
    /// Whether an exam by live video may be signed.
    allows_video: bool,
    uncleared: Uncleared,
    /// For `If-Match`. 0 if nothing was changed yet.
    version: i32,
    updated_at: Option<DateTime<Utc>>,
    updated_by: Option<String>,
}

impl From<Model> for ClearanceSettings {
    fn from(row: Model) -> Self {
        Self {
            credentials: row.credentials,
            allows_video: row.allows_video,
            uncleared: row.uncleared,
            version: row.version,
            updated_at: (row.version > 0).then_some(row.updated_at),
            updated_by: row.updated_by_name,
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewClearanceSettings {
    credentials: Vec<Credential>,
    allows_video: bool,
    uncleared: Uncleared,
}

impl Computed for NewClearanceSettings {
    const COMPUTED: &'static [&'static str] = &["version", "updated_at", "updated_by"];
}

/// The clinic's settings.
pub(super) async fn current(tx: &ClinicTx) -> Result<Model> {
    read_settings::<Model>(tx).await
}

/// Shows who may sign exams, and whether a treatment with an uncleared service is refused.
#[utoipa::path(get, path = "/api/clearance/settings", tag = "clearance", responses((status = OK, body = ClearanceSettings)))]
async fn show_clearance_settings(ctx: Ctx<ClinicSettingsRead>) -> Result<Done<Json<ClearanceSettings>>> {
    let row = current(&ctx.tx).await?;
    ctx.done(Subject::nobody(), Json(row.into())).await
}

/// Changes who may sign exams, and whether a treatment with an uncleared service is refused. With `If-Match` it changes only that
/// version. Needs a fresh proof of identity.
#[utoipa::path(put, path = "/api/clearance/settings", tag = "clearance", request_body = NewClearanceSettings, params(IfMatch), responses((status = OK, body = ClearanceSettings)))]
async fn update_clearance_settings(
    ctx: Ctx<ClinicSettingsWrite>,
    if_match: IfMatch,
    SentBack(new): SentBack<NewClearanceSettings>,
) -> Result<Done<Json<ClearanceSettings>>> {
    ctx.require_fresh_proof()?;
    // Each credential once, in a fixed order.
    let credentials: Vec<_> = Credential::iter().filter(|one| new.credentials.contains(one)).collect();
    if credentials.is_empty() {
        return Err(Error::field("credentials", "Choose at least one credential"));
    }
    let before = lock_settings::<Model>(&ctx.tx).await?;
    if_match.require(before.version)?;
    let NewClearanceSettings { allows_video, uncleared, .. } = new;
    let row = save_settings(&ctx, Model { credentials, allows_video, uncleared, ..before.clone() }).await?;
    let changes = Change::list(&before, &row, logged);
    ctx.done(Subject::nobody().changed(changes), Json(row.into())).await
}

/// The fields for the activity log.
fn logged(row: &Model) -> [LoggedField; 3] {
    let credentials: Vec<_> = row.credentials.iter().map(|one| one.as_str()).collect();
    [
        ("credentials", Some(credentials.join(", "))),
        ("allows_video", on_or_off(row.allows_video)),
        ("uncleared", Some(row.uncleared.as_str().to_owned())),
    ]
}
