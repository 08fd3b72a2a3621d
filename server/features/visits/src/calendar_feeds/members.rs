//! The calls with which members who manage the clinic list and revoke the team's calendar links.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        calendar_feed::{Column, Entity, Model},
        member,
    },
    ids::MemberId,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use auth::calendar_link::{in_force, revoke};
use base::{
    error::{Error, Result},
    permission::ClinicSettingsWrite,
};
use http_api::{Json, Path, state::App};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_calendar_feeds)).routes(routes!(revoke_members_calendar_feed))
}

/// A member's calendar link, without the link itself.
#[derive(Debug, Serialize, ToSchema)]
struct MembersCalendarFeed {
    member_id: MemberId,
    name: String,
    made_at: DateTime<Utc>,
    last_read_at: Option<DateTime<Utc>>,
}

/// Lists the members who have a calendar link, the newest link first.
#[utoipa::path(get, path = "/api/calendar-feeds", tag = "calendar", responses((status = OK, body = Vec<MembersCalendarFeed>)))]
async fn list_calendar_feeds(ctx: Ctx<ClinicSettingsWrite>) -> Result<Done<Json<Vec<MembersCalendarFeed>>>> {
    let rows = Entity::find().filter(Column::RevokedAt.is_null()).order_by_desc(Column::Id).all(&ctx.tx).await?;
    let members = member::Entity::find().filter(member::Column::Id.is_in(rows.iter().map(|row| row.member_id)));
    let members = members.all(&ctx.tx).await?;
    let to_wire = |row: Model| {
        let member = members.iter().find(|member| member.id == row.member_id)?;
        Some(MembersCalendarFeed {
            member_id: row.member_id,
            name: member.full_name(),
            made_at: row.created_at,
            last_read_at: row.last_read_at,
        })
    };
    let list = rows.into_iter().filter_map(to_wire).collect();
    ctx.done(Subject::nobody(), Json(list)).await
}

/// Revokes a member's calendar link.
#[utoipa::path(delete, path = "/api/calendar-feeds/{member_id}", tag = "calendar", params(("member_id" = i64, Path)), responses((status = NO_CONTENT)))]
async fn revoke_members_calendar_feed(
    ctx: Ctx<ClinicSettingsWrite>,
    Path(member): Path<MemberId>,
) -> Result<Done<StatusCode>> {
    let row = in_force(&ctx.tx, member).await?.ok_or(Error::NotFound)?;
    revoke(&ctx.tx, row, Some(&ctx.member), ctx.now).await?;
    ctx.done(Subject::object(member), StatusCode::NO_CONTENT).await
}
