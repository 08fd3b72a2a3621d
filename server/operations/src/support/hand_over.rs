//! A one-use link from the platform's own host, where a clinic was signed up, into the clinic. It is needed because a
//! host-only cookie can only be set at the clinic's own host.
//!
//! The token is in the link's fragment, so that no log and no `Referer` holds it. Loading the link signs nobody in: the
//! page there sends the token back.

use axum::{extract::State, http::HeaderMap};
use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{
        hand_over::{ActiveModel, Column, Entity},
        member,
    },
    ids::MemberId,
    words::MemberStatus,
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect,
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

use crate::support;
use auth::session::Session;
use base::error::Result;
use crypto::token;
use http_api::{Json, fields::Token, state::App};
use practice::account::{sign_in, sign_in_as};
use tenancy::{ClinicTx, Done, LINK_INVALID, Visitor};

/// Long enough for a redirect.
const LASTS: TimeDelta = TimeDelta::seconds(60);

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(take_over))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct HandOver {
    token: Token,
}

/// Makes a hand-over for a member. Returns its token, which is stored nowhere else.
pub async fn hand_over(tx: &ClinicTx, member: MemberId, now: DateTime<Utc>) -> Result<String> {
    let token = token::random();
    let row = ActiveModel {
        member_id: Set(member),
        token_hash: Set(token::hash(&token).to_vec()),
        expires_at: Set(now + LASTS),
        created_at: Set(now),
        ..Default::default()
    };
    row.insert(tx).await?;
    Ok(token)
}

/// Signs in with the token of a hand-over or of a support grant. Only one of several simultaneous requests succeeds.
#[utoipa::path(post, path = "/api/auth/hand-over", tag = "auth", responses((status = OK, body = Session)))]
async fn take_over(
    visitor: Visitor,
    State(app): State<App>,
    Json(given): Json<HandOver>,
) -> Result<Done<(HeaderMap, Json<Session>)>> {
    let tx = visitor.enter().await?;
    let row = Entity::find()
        .filter(Column::TokenHash.eq(token::hash(&given.token.0).to_vec()))
        .filter(Column::UsedAt.is_null())
        .filter(Column::ExpiresAt.gt(visitor.now))
        .lock_exclusive()
        .one(&tx)
        .await?;
    let Some(row) = row else {
        let session = Uuid::new_v4();
        let (member, support) =
            support::redeem(&tx, &given.token.0, session, visitor.now).await?.ok_or(LINK_INVALID)?;
        return sign_in_as(visitor, tx, &app, member, session, Some(support)).await;
    };
    let member = member::Entity::find_by_id(row.member_id).one(&tx).await?;
    let mut row = row.into_active_model();
    row.used_at = Set(Some(visitor.now));
    row.update(&tx).await?;
    let member = member
        .filter(|member| member.status == MemberStatus::Active && member.removed_at.is_none())
        .ok_or(LINK_INVALID)?;
    sign_in(visitor, tx, &app, member).await
}
