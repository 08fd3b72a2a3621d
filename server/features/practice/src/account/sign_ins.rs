//! The calls that list a member's own sessions and end them.

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::session::{Column, Entity, Model};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, sea_query::Expr};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

use auth::device;
use base::{
    error::{Error, Result},
    permission::SessionOwn,
};
use http_api::{Json, Path, state::App};
use tenancy::{Ctx, Done, LONGEST_SESSION, Subject};

/// More sessions than anybody has.
const MAX_ROWS: u64 = 200;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_sign_ins)).routes(routes!(end_sign_in))
}

/// A session of the member.
#[derive(Debug, Serialize, ToSchema)]
struct SignIn {
    #[schema(value_type = String)]
    id: Uuid,
    /// Such as `Chrome on Windows`.
    device: String,
    /// The IP address.
    ip: String,
    began_at: DateTime<Utc>,
    /// The last request, to the minute.
    last_seen_at: DateTime<Utc>,
    /// Whether it is the session of this request.
    is_this: bool,
}

impl SignIn {
    fn from_model(row: Model, asking: Uuid) -> Self {
        Self {
            id: row.id,
            device: device::in_words(&row.user_agent),
            ip: row.ip,
            began_at: row.created_at,
            last_seen_at: row.last_seen_at,
            is_this: row.id == asking,
        }
    }
}

/// Lists the member's own sessions, newest first.
#[utoipa::path(get, path = "/api/auth/sessions", tag = "auth", responses((status = OK, body = Vec<SignIn>)))]
async fn list_sign_ins(ctx: Ctx<SessionOwn>) -> Result<Done<Json<Vec<SignIn>>>> {
    let this = ctx.session().session;
    let mut live = Entity::find()
        .filter(Column::MemberId.eq(ctx.member.id))
        .filter(Column::EndedAt.is_null())
        .filter(Column::CreatedAt.gt(ctx.now - LONGEST_SESSION))
        .filter(Column::LastSeenAt.gt(ctx.now - TimeDelta::minutes(ctx.session().idle_minutes.into())));
    // All support sessions belong to one member. Each person of the support sees only the present session.
    if ctx.session().support.is_some() {
        live = live.filter(Column::Id.eq(this));
    }
    let rows = live.order_by_desc(Column::CreatedAt).order_by_asc(Column::Id).limit(MAX_ROWS).all(&ctx.tx).await?;
    let list = rows.into_iter().map(|row| SignIn::from_model(row, this)).collect();
    ctx.done(Subject::nobody(), Json(list)).await
}

/// Ends another session of the member's own.
#[utoipa::path(delete, path = "/api/auth/sessions/{id}", tag = "auth", params(("id" = String, Path)), responses((status = NO_CONTENT)))]
async fn end_sign_in(ctx: Ctx<SessionOwn>, Path(id): Path<Uuid>) -> Result<Done<StatusCode>> {
    if id == ctx.session().session {
        return Err(Error::conflict("this_session", "This is where you are signed in now. Sign out to end it."));
    }
    let ended = Entity::update_many()
        .col_expr(Column::EndedAt, Expr::value(ctx.now))
        .filter(Column::Id.eq(id))
        .filter(Column::MemberId.eq(ctx.member.id))
        .filter(Column::EndedAt.is_null())
        .exec(&ctx.tx)
        .await?;
    if ended.rows_affected == 0 {
        return Err(Error::NotFound);
    }
    ctx.done(Subject::nobody(), StatusCode::NO_CONTENT).await
}
