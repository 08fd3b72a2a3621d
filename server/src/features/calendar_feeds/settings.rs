//! How much of a visit the members' calendars show.

use chrono::{DateTime, Utc};
use entity::clinic::calendar_feed_setting::{Entity, Model};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::foundation::{
    error::Result,
    http::{IfMatch, Json, Payload, fields::required},
    permission::{ClinicSettingsRead, ClinicSettingsWrite},
    settings_row,
    state::App,
    tenancy::{Change, ClinicTx, Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_calendar_feed_settings, update_calendar_feed_settings))
}

/// How much of a visit calendars show.
#[derive(Debug, Serialize, ToSchema)]
struct CalendarFeedSettings {
    /// The patient's full name; else the initials.
    shows_name: bool,
    /// The name of the service.
    shows_service: bool,
    /// For `If-Match`; 0 while nothing was changed.
    version: i32,
    #[schema(required)]
    updated_at: Option<DateTime<Utc>>,
    #[schema(required)]
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
    #[serde(deserialize_with = "required")]
    shows_name: bool,
    #[serde(deserialize_with = "required")]
    shows_service: bool,
}

impl Payload for NewCalendarFeedSettings {
    const IGNORED: &'static [&'static str] = &["version", "updated_at", "updated_by"];
}

const fn default_settings(now: DateTime<Utc>) -> Model {
    Model {
        id: 1,
        shows_name: false,
        shows_service: false,
        version: 0,
        updated_at: now,
        updated_by: None,
        updated_by_name: None,
    }
}

/// The clinic's settings.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn current(tx: &ClinicTx, now: DateTime<Utc>) -> Result<Model> {
    Ok(Entity::find_by_id(1_i16).one(tx).await?.unwrap_or_else(|| default_settings(now)))
}

/// Shows how much of a visit the members' calendars show.
#[utoipa::path(get, path = "/api/calendar-feeds/settings", tag = "calendar", responses((status = OK, body = CalendarFeedSettings)))]
async fn show_calendar_feed_settings(ctx: Ctx<ClinicSettingsRead>) -> Result<Done<Json<CalendarFeedSettings>>> {
    let row = current(&ctx.tx, ctx.now).await?;
    ctx.done(Subject::nobody(), Json(row.into())).await
}

/// Changes how much of a visit the members' calendars show. With `If-Match` it changes only that version. Needs a fresh proof of
/// identity: what is shown leaves the clinic.
#[utoipa::path(put, path = "/api/calendar-feeds/settings", tag = "calendar", params(IfMatch), responses((status = OK, body = CalendarFeedSettings)))]
async fn update_calendar_feed_settings(
    ctx: Ctx<ClinicSettingsWrite>,
    if_match: IfMatch,
    Json(new): Json<NewCalendarFeedSettings>,
) -> Result<Done<Json<CalendarFeedSettings>>> {
    ctx.require_fresh_proof()?;
    let before = settings_row::locked::<Entity>(&ctx.tx, default_settings(ctx.now)).await?;
    if_match.require(before.version)?;
    let mut row = before.clone().into_active_model();
    row.shows_name = Set(new.shows_name);
    row.shows_service = Set(new.shows_service);
    row.version = Set(before.version + 1);
    row.updated_at = Set(ctx.now);
    row.updated_by = Set(Some(ctx.member.id));
    row.updated_by_name = Set(Some(ctx.member.full_name()));
    let row = row.update(&ctx.tx).await?;
    let switch = |field, from, to| Change::between(field, Some(in_words(from)), Some(in_words(to)));
    let changes = [
        switch("shows_name", before.shows_name, row.shows_name),
        switch("shows_service", before.shows_service, row.shows_service),
    ];
    ctx.done(Subject::nobody().changed(changes.into_iter().flatten()), Json(row.into())).await
}

const fn in_words(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}
