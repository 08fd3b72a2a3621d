//! Cancels invitations, and reactivates inactive or removed members. Signed records keep their names throughout.

use axum::extract::State;
use chrono::{DateTime, Utc};
use entity::{
    clinic::member::{self, Column},
    ids::MemberId,
    words::{MemberStatus, Role},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, IntoActiveModel, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    api::invite,
    changes::changes,
    rules, sponsor,
    wire::{InvitedMember, MemberFacts, TeamMember, stamp},
};
use crate::billing::{self, Billing};
use auth::{account_link, calendar_link, is_kept};
use base::{
    error::{Error, OnConstraint, Result},
    permission::{Access, TeamWrite},
};
use http_api::{IfMatch, Json, Path, state::App};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(cancel_invitation))
        .routes(routes!(list_former_members))
        .routes(routes!(reactivate_team_member))
}

/// A person who was removed from the team.
#[derive(Debug, Serialize, ToSchema)]
struct FormerMember {
    id: MemberId,
    first_name: String,
    last_name: String,
    email: String,
    role: Role,
    removed_at: DateTime<Utc>,
    /// The version; sent back as `If-Match` it keeps a change from overwriting another one.
    version: i32,
}

impl FormerMember {
    fn from_model(row: member::Model) -> Option<Self> {
        Some(Self {
            id: row.id,
            first_name: row.first_name,
            last_name: row.last_name,
            email: row.email,
            role: row.role,
            removed_at: row.removed_at?,
            version: row.version,
        })
    }
}

/// Cancels the invitation of a member who has not chosen a password: its link becomes invalid at once, and the member inactive.
/// Needs a fresh proof of identity. With `If-Match` it changes only that version.
#[utoipa::path(delete, path = "/api/team/{id}/invite", tag = "team", params(("id" = i64, Path), IfMatch), responses((status = OK, body = TeamMember)))]
async fn cancel_invitation(
    ctx: Ctx<TeamWrite>,
    Path(id): Path<MemberId>,
    if_match: IfMatch,
) -> Result<Done<Json<TeamMember>>> {
    ctx.require_fresh_proof()?;
    let row = rules::listed(&ctx.tx, id).await?;
    rules::within_rights(ctx.access, Some(&row), None)?;
    if_match.require(row.version)?;
    if row.password_hash.is_some() {
        let sentence = "This member has a password already. Set them inactive instead.";
        return Err(Error::conflict("already_joined", sentence));
    }
    if row.status != MemberStatus::Active {
        return Err(Error::conflict("inactive", "This member has no invitation."));
    }
    rules::keeps_the_clinic_open(&ctx.tx, &ctx.member, &row, None).await?;
    account_link::void_all(&ctx.tx, id, ctx.now).await?;
    let before = row.clone();
    let version = row.version + 1;
    let mut row = row.into_active_model();
    row.status = Set(MemberStatus::Inactive);
    row.director_confirmed_at = Set(None);
    stamp(&mut row, &ctx.member, ctx.now);
    row.version = Set(version);
    let row = row.update(&ctx.tx).await?;
    let subject = Subject::object(id).changed(changes(Some(&before), &row));
    let beside = MemberFacts::of_member(&ctx.tx, &row).await?;
    ctx.done(subject, Json(TeamMember::from_model(Access::Full, row, beside))).await
}

/// Lists the members who were removed from the team, the last one first.
#[utoipa::path(get, path = "/api/team/former", tag = "team", responses((status = OK, body = Vec<FormerMember>)))]
async fn list_former_members(ctx: Ctx<TeamWrite>) -> Result<Done<Json<Vec<FormerMember>>>> {
    let rows = member::Entity::former()
        .order_by_desc(Column::RemovedAt)
        .order_by_desc(Column::Id)
        .limit(1_000)
        .all(&ctx.tx)
        .await?;
    let of_the_clinic = rows.into_iter().filter(|row| !is_kept(&row.email));
    let former = of_the_clinic.filter_map(FormerMember::from_model).collect();
    ctx.done(Subject::nobody(), Json(former)).await
}

/// Reactivates an inactive or removed member; a member without a password is invited by mail. A Medical Director must be
/// confirmed again. Needs a fresh proof of identity. With `If-Match` it changes only that version.
#[utoipa::path(post, path = "/api/team/{id}/reactivate", tag = "team", params(("id" = i64, Path), IfMatch), responses((status = OK, body = InvitedMember)))]
async fn reactivate_team_member(
    ctx: Ctx<TeamWrite>,
    State(app): State<App>,
    Path(id): Path<MemberId>,
    if_match: IfMatch,
) -> Result<Done<Json<InvitedMember>>> {
    ctx.require_fresh_proof()?;
    let row = rules::of_the_team(&ctx.tx, id).await?;
    rules::within_rights(ctx.access, Some(&row), None)?;
    if_match.require(row.version)?;
    if row.status == MemberStatus::Active && row.removed_at.is_none() {
        return Err(Error::conflict("already_active", "This member is active already."));
    }
    billing::may_add_member(&ctx, app.part::<Billing>().enforcement).await?;
    // A link from the time when links did not end with the membership.
    calendar_link::end(&ctx.tx, id, Some(&ctx.member), ctx.now).await?;
    let before = row.clone();
    let version = row.version + 1;
    let mut row = row.into_active_model();
    row.status = Set(MemberStatus::Active);
    row.removed_at = Set(None);
    row.director_confirmed_at = Set(None);
    stamp(&mut row, &ctx.member, ctx.now);
    row.version = Set(version);
    let taken = || Error::conflict("email_taken", "Somebody else on the team has this member's address now.");
    let row = row.update(&ctx.tx).await.on_constraint("member_email_key", taken)?;
    let invite_url = if row.password_hash.is_none() {
        sponsor::keep(&ctx.tx, id, ctx.member.id, ctx.now).await?;
        invite(&ctx, &app, id).await?.0
    } else {
        None
    };
    let subject = Subject::object(id).changed(changes(Some(&before), &row));
    let beside = MemberFacts::of_member(&ctx.tx, &row).await?;
    let member = TeamMember::from_model(Access::Full, row, beside);
    let again = Json(InvitedMember { member: member.clone(), invite_url: None });
    ctx.done_with_secret(subject, Json(InvitedMember { member, invite_url }), again).await
}
