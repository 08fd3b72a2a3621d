//! The settings that say how much of a visit the members' calendars show.

use chrono::{DateTime, Utc};
use entity::clinic::calendar_feed_setting::Model;
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
    OpenApiRouter::new().routes(routes!(show_calendar_feed_settings, update_calendar_feed_settings))
}

/// How much of a visit calendars show.
#[derive(Debug, Serialize, ToSchema)]
struct CalendarFeedSettings {
    /// Whether they show the patient's full name instead of the initials.
    shows_name: bool,
    /// Whether they show the name of the service.
    shows_service: bool,
    /// For `If-Match`. 0 if nothing was changed yet.
    version: i32,
    updated_at: Option<DateTime<Utc>>,
    updated_by: Option<String>,
}

impl From<Model> for CalendarFeedSettings {
    fn from(row: Model) -> Self {
        Self {
            shows_name: row.shows_name,
            shows_service: row.shows_service,
            version: row.version,
            updated_at: (row.version > 0).then_some(row.updated_at),
            updated_by: row.updated_by_name,
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewCalendarFeedSettings {
    shows_name: bool,
    shows_service: bool,
}

impl Computed for NewCalendarFeedSettings {
    const COMPUTED: &'static [&'static str] = &["version", "updated_at", "updated_by"];
}

/// The clinic's settings.
pub(super) async fn current(tx: &ClinicTx) -> Result<Model> {
    read_settings::<Model>(tx).await
}

/// Shows how much of a visit the members' calendars show.
#[utoipa::path(get, path = "/api/calendar-feeds/settings", tag = "calendar", responses((status = OK, body = CalendarFeedSettings)))]
async fn show_calendar_feed_settings(ctx: Ctx<ClinicSettingsRead>) -> Result<Done<Json<CalendarFeedSettings>>> {
    let row = current(&ctx.tx).await?;
    ctx.done(Subject::nobody(), Json(row.into())).await
}

/// Changes how much of a visit the members' calendars show. With `If-Match` it changes only that version. Needs a fresh proof of
/// identity, because the shown data leaves the clinic.
#[utoipa::path(put, path = "/api/calendar-feeds/settings", tag = "calendar", request_body = NewCalendarFeedSettings, params(IfMatch), responses((status = OK, body = CalendarFeedSettings)))]
async fn update_calendar_feed_settings(
    ctx: Ctx<ClinicSettingsWrite>,
    if_match: IfMatch,
    SentBack(new): SentBack<NewCalendarFeedSettings>,
) -> Result<Done<Json<CalendarFeedSettings>>> {
    ctx.require_fresh_proof()?;
    let before = lock_settings::<Model>(&ctx.tx).await?;
    if_match.require(before.version)?;
    let after = Model { shows_name: new.shows_name, shows_service: new.shows_service, ..before.clone() };
    let row = save_settings(&ctx, after).await?;
    let changes = [
        Change::switch("shows_name", before.shows_name, row.shows_name),
        Change::switch("shows_service", before.shows_service, row.shows_service),
    ];
    ctx.done(Subject::nobody().changed(changes.into_iter().flatten()), Json(row.into())).await
}
