//! The calls that show, make and revoke a member's own link.

use axum::{extract::State, http::StatusCode};
use chrono::{DateTime, Utc};
use entity::clinic::calendar_feed::{ActiveModel, Model};
use sea_orm::{ActiveModelTrait, ActiveValue::Set};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use auth::calendar_link::{in_force, revoke};
use base::{
    error::{Error, OnConstraint, Result},
    permission::SessionOwn,
};
use crypto::token;
use http_api::{Json, state::App};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_calendar_feed, make_calendar_feed, revoke_calendar_feed))
}

/// The member's own calendar link.
#[derive(Debug, Serialize, ToSchema)]
struct CalendarFeed {
    /// Null if there is no link.
    made_at: Option<DateTime<Utc>>,
    /// When a calendar program last read it, to the minute.
    last_read_at: Option<DateTime<Utc>>,
}

impl CalendarFeed {
    fn new(row: Option<&Model>) -> Self {
        Self { made_at: row.map(|row| row.created_at), last_read_at: row.and_then(|row| row.last_read_at) }
    }
}

/// A new link. Only this response contains it.
#[derive(Debug, Serialize, ToSchema)]
struct NewCalendarFeed {
    /// Null if the request was repeated, because only the first response contains the link.
    url: Option<String>,
    feed: CalendarFeed,
}

/// Shows whether the member has a calendar link.
#[utoipa::path(get, path = "/api/calendar-feed", tag = "calendar", responses((status = OK, body = CalendarFeed)))]
async fn show_calendar_feed(ctx: Ctx<SessionOwn>) -> Result<Done<Json<CalendarFeed>>> {
    let row = in_force(&ctx.tx, ctx.member.id).await?;
    ctx.done(Subject::nobody(), Json(CalendarFeed::new(row.as_ref()))).await
}

/// Makes the member's own calendar link, and revokes the former one. Needs a fresh proof of identity, because anybody
/// with the link can read the member's visits.
#[utoipa::path(post, path = "/api/calendar-feed", tag = "calendar", responses((status = CREATED, body = NewCalendarFeed)))]
async fn make_calendar_feed(
    State(app): State<App>,
    ctx: Ctx<SessionOwn>,
) -> Result<Done<(StatusCode, Json<NewCalendarFeed>)>> {
    ctx.require_fresh_proof()?;
    if let Some(former) = in_force(&ctx.tx, ctx.member.id).await? {
        revoke(&ctx.tx, former, Some(&ctx.member), ctx.now).await?;
    }
    let token = token::random();
    let row = ActiveModel {
        member_id: Set(ctx.member.id),
        token_hash: Set(token::hash(&token).to_vec()),
        created_at: Set(ctx.now),
        ..Default::default()
    };
    let row = row.insert(&ctx.tx).await.on_constraint("calendar_feed_in_force", || Error::Stale)?;
    let url = format!("{}/api/calendar/{token}/file", app.base_url.origin_of(&ctx.clinic.subdomain));
    let answer = |url| (StatusCode::CREATED, Json(NewCalendarFeed { url, feed: CalendarFeed::new(Some(&row)) }));
    let subject = Subject::object(row.id);
    ctx.done_with_secret(subject, answer(Some(url)), answer(None)).await
}

/// Revokes the member's own calendar link. Calendar programs can no longer read it.
#[utoipa::path(delete, path = "/api/calendar-feed", tag = "calendar", responses((status = NO_CONTENT)))]
async fn revoke_calendar_feed(ctx: Ctx<SessionOwn>) -> Result<Done<StatusCode>> {
    let row = in_force(&ctx.tx, ctx.member.id).await?.ok_or(Error::NotFound)?;
    let id = row.id;
    revoke(&ctx.tx, row, Some(&ctx.member), ctx.now).await?;
    ctx.done(Subject::object(id), StatusCode::NO_CONTENT).await
}
