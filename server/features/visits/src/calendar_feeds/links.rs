//! A member's own link: whether there is one, making it, and revoking it.

use axum::{extract::State, http::StatusCode};
use chrono::{DateTime, Utc};
use entity::{
    clinic::calendar_feed::{ActiveModel, Column, Entity, Model},
    ids::MemberId,
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::foundation::{
    crypto::token,
    error::{Error, OnConstraint, Result},
    http::Json,
    permission::SessionOwn,
    state::App,
    tenancy::{ClinicTx, Ctx, Done, Member, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_calendar_feed, make_calendar_feed, revoke_calendar_feed))
}

/// One's own calendar link.
#[derive(Debug, Serialize, ToSchema)]
struct CalendarFeed {
    /// Null while there is none.
    #[schema(required)]
    made_at: Option<DateTime<Utc>>,
    /// When a calendar program has read it last, to the minute.
    #[schema(required)]
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
    /// Null where the request was repeated: only the first response contains the link.
    #[schema(required)]
    url: Option<String>,
    feed: CalendarFeed,
}

/// Shows whether one has a calendar link.
#[utoipa::path(get, path = "/api/calendar-feed", tag = "calendar", responses((status = OK, body = CalendarFeed)))]
async fn show_calendar_feed(ctx: Ctx<SessionOwn>) -> Result<Done<Json<CalendarFeed>>> {
    let row = in_force(&ctx.tx, ctx.member.id).await?;
    ctx.done(Subject::nobody(), Json(CalendarFeed::new(row.as_ref()))).await
}

/// Makes a calendar link of one's own; the former one is revoked. Needs a fresh proof of identity: anybody who has the
/// link reads the member's visits.
#[utoipa::path(post, path = "/api/calendar-feed", tag = "calendar", responses((status = CREATED, body = NewCalendarFeed)))]
async fn make_calendar_feed(
    State(app): State<App>,
    ctx: Ctx<SessionOwn>,
) -> Result<Done<(StatusCode, Json<NewCalendarFeed>)>> {
    ctx.require_fresh_proof()?;
    if let Some(former) = in_force(&ctx.tx, ctx.member.id).await? {
        revoke(&ctx.tx, former, &ctx.member, ctx.now).await?;
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

/// Revokes one's calendar link: calendar programs read nothing by it any more.
#[utoipa::path(delete, path = "/api/calendar-feed", tag = "calendar", responses((status = NO_CONTENT)))]
async fn revoke_calendar_feed(ctx: Ctx<SessionOwn>) -> Result<Done<StatusCode>> {
    let row = in_force(&ctx.tx, ctx.member.id).await?.ok_or(Error::NotFound)?;
    let id = row.id;
    revoke(&ctx.tx, row, &ctx.member, ctx.now).await?;
    ctx.done(Subject::object(id), StatusCode::NO_CONTENT).await
}

/// The member's link under a lock.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn in_force(tx: &ClinicTx, member: MemberId) -> Result<Option<Model>> {
    let found = Entity::find().filter(Column::MemberId.eq(member)).filter(Column::RevokedAt.is_null());
    Ok(found.lock_exclusive().one(tx).await?)
}

/// Revokes a link.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn revoke(tx: &ClinicTx, row: Model, by: &Member, now: DateTime<Utc>) -> Result<()> {
    let mut revoked = row.into_active_model();
    revoked.revoked_at = Set(Some(now));
    revoked.revoked_by = Set(Some(by.id));
    revoked.revoked_by_name = Set(Some(by.full_name()));
    revoked.update(tx).await?;
    Ok(())
}
