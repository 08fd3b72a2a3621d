//! The calls about the team.

use axum::{extract::State, http::StatusCode};
use chrono::{DateTime, Utc};
use entity::{clinic::member, ids::MemberId, words::MemberStatus};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, IntoActiveModel, QueryOrder, QuerySelect};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    changes::changes,
    confirmation, rules, sponsor,
    wire::{Invitation, InvitedMember, MemberFacts, NewTeamMember, TeamMember, may_be_uninvited, stamp},
};
use crate::{
    billing::{self, Billing},
    team::jobs::{InvitationEmail, SecondFactorRemoved},
};
use auth::{
    AccountChange,
    account_link::{self, AccountLink, LinkKind},
    calendar_link,
};
use base::{
    error::{Error, OnConstraint, Result},
    names,
    permission::{Access, TeamDelete, TeamRead, TeamWrite},
};
use http_api::{IfMatch, Json, Path, SentBack, state::App};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_team, create_team_member))
        .routes(routes!(update_team_member, delete_team_member))
        .routes(routes!(invite_team_member))
        .routes(routes!(remove_team_second_factor))
}

fn email_taken() -> Error {
    Error::field("email", "is another team member's address")
}

/// Lists the team by name.
#[utoipa::path(get, path = "/api/team", tag = "team", responses((status = OK, body = Vec<TeamMember>)))]
async fn list_team(ctx: Ctx<TeamRead>) -> Result<Done<Json<Vec<TeamMember>>>> {
    let listed = member::Entity::listed().order_by_asc(member::Column::Id).limit(1_000);
    let mut rows = listed.all(&ctx.tx).await?;
    rows.sort_by_cached_key(|row| names::order(&row.last_name, &row.first_name));
    let with_code = auth::everybody_with_one(&ctx.tx).await?;
    let is_alone = rows.iter().filter(|row| row.status == MemberStatus::Active).count() == 1;
    let uninvited: Vec<_> = rows.iter().filter(|row| may_be_uninvited(row)).map(|row| row.id).collect();
    let invited = account_link::invited(&ctx.tx, uninvited).await?;
    let to_wire = |row: member::Model| {
        let beside = MemberFacts {
            has_second_factor: with_code.contains(&row.id),
            is_alone,
            invitation_cancelled: invited.contains(&row.id),
        };
        TeamMember::from_model(ctx.access, row, beside)
    };
    let team = rows.into_iter().map(to_wire).collect();
    ctx.done(Subject::nobody(), Json(team)).await
}

/// Adds a member and invites them by mail to choose a password. Needs a fresh proof of identity.
#[utoipa::path(post, path = "/api/team", tag = "team", request_body = NewTeamMember, responses((status = CREATED, body = InvitedMember)))]
async fn create_team_member(
    ctx: Ctx<TeamWrite>,
    State(app): State<App>,
    SentBack(new): SentBack<NewTeamMember>,
) -> Result<Done<(StatusCode, Json<InvitedMember>)>> {
    rules::within_rights(ctx.access, None, Some(new.role))?;
    ctx.require_fresh_proof()?;
    rules::is_nobodys_of_the_service(&new.email.0)?;
    let is_active = new.status == MemberStatus::Active;
    if is_active {
        billing::may_add_member(&ctx, app.part::<Billing>().enforcement).await?;
    }
    let mut row = member::ActiveModel { is_owner: Set(false), created_at: Set(ctx.now), ..Default::default() };
    new.fill(&mut row, &ctx.member, ctx.now);
    let row = row.insert(&ctx.tx).await.on_constraint("member_email_key", email_taken)?;
    rules::keeps_the_list_short(&ctx.tx).await?;
    sponsor::keep(&ctx.tx, row.id, ctx.member.id, ctx.now).await?;
    let invite_url = if is_active { invite(&ctx, &app, row.id).await?.0 } else { None };
    let subject = Subject::object(row.id).changed(changes(None, &row));
    let member = TeamMember::from_model(Access::Full, row, MemberFacts::default());
    let again = (StatusCode::CREATED, Json(InvitedMember { member: member.clone(), invite_url: None }));
    ctx.done_with_secret(subject, (StatusCode::CREATED, Json(InvitedMember { member, invite_url })), again).await
}

/// Changes a member. Only another role, status or address ends the member's sessions. Needs a fresh proof of identity. With
/// `If-Match` it changes only that version.
#[utoipa::path(put, path = "/api/team/{id}", tag = "team", request_body = NewTeamMember, params(("id" = i64, Path), IfMatch), responses((status = OK, body = TeamMember)))]
async fn update_team_member(
    ctx: Ctx<TeamWrite>,
    State(app): State<App>,
    Path(id): Path<MemberId>,
    if_match: IfMatch,
    SentBack(new): SentBack<NewTeamMember>,
) -> Result<Done<Json<TeamMember>>> {
    ctx.require_fresh_proof()?;
    let row = rules::listed(&ctx.tx, id).await?;
    rules::within_rights(ctx.access, Some(&row), Some(new.role))?;
    if_match.require(row.version)?;
    rules::keeps_the_clinic_open(&ctx.tx, &ctx.member, &row, Some(&new)).await?;
    rules::keeps_sign_in_address(&ctx.member, &row, &new)?;
    rules::is_nobodys_of_the_service(&new.email.0)?;
    if new.status == MemberStatus::Active && row.status != MemberStatus::Active {
        billing::may_add_member(&ctx, app.part::<Billing>().enforcement).await?;
    }
    if id != ctx.member.id && rules::ends_sessions(&row, &new) {
        auth::end_all_of(&ctx.tx, id, None, ctx.now).await?;
    }
    // A member who returns must have no old link either: links did not always end with the membership.
    if new.status == MemberStatus::Inactive || row.status != MemberStatus::Active {
        calendar_link::end(&ctx.tx, id, Some(&ctx.member), ctx.now).await?;
    }
    // A link may have gone to the former address, or to an invited member who is now inactive.
    if new.email.0 != row.email || new.status == MemberStatus::Inactive {
        account_link::void_all(&ctx.tx, id, ctx.now).await?;
    }
    if new.email.0 != row.email && row.password_hash.is_some() {
        for address in [&row.email, &new.email.0] {
            auth::notify_member(&ctx.tx, ctx.clinic.id, id, address, AccountChange::Email, ctx.origin()).await?;
        }
    }
    if id != ctx.member.id && new.email.0 != row.email {
        sponsor::keep(&ctx.tx, id, ctx.member.id, ctx.now).await?;
    }
    let confirmed_at = row.director_confirmed_at.filter(|_| confirmation::survives(&ctx.member, &row, &new));
    if confirmed_at.is_none() && row.director_confirmed_at.is_some() {
        rules::is_no_other_owner(&ctx.member, &row)?;
    }
    let email_confirmed_at = row.email_confirmed_at.filter(|_| row.email.eq_ignore_ascii_case(&new.email.0));
    let version = row.version + 1;
    let before = row.clone();
    let mut row = row.into_active_model();
    new.fill(&mut row, &ctx.member, ctx.now);
    row.director_confirmed_at = Set(confirmed_at);
    row.email_confirmed_at = Set(email_confirmed_at);
    row.version = Set(version);
    let row = row.update(&ctx.tx).await.on_constraint("member_email_key", email_taken)?;
    rules::keeps_the_list_short(&ctx.tx).await?;
    let beside = MemberFacts::of_member(&ctx.tx, &row).await?;
    let subject = Subject::object(id).changed(changes(Some(&before), &row));
    let member = TeamMember::from_model(Access::Full, row, beside);
    ctx.done(subject, Json(member)).await
}

/// Removes a member from the list; signed records keep the member's name. Needs a fresh proof of identity.
#[utoipa::path(delete, path = "/api/team/{id}", tag = "team", params(("id" = i64, Path), IfMatch), responses((status = NO_CONTENT)))]
async fn delete_team_member(
    ctx: Ctx<TeamDelete>,
    Path(id): Path<MemberId>,
    if_match: IfMatch,
) -> Result<Done<StatusCode>> {
    ctx.require_fresh_proof()?;
    let row = rules::listed(&ctx.tx, id).await?;
    if_match.require(row.version)?;
    rules::keeps_the_clinic_open(&ctx.tx, &ctx.member, &row, None).await?;
    auth::end_all_of(&ctx.tx, id, None, ctx.now).await?;
    account_link::void_all(&ctx.tx, id, ctx.now).await?;
    calendar_link::end(&ctx.tx, id, Some(&ctx.member), ctx.now).await?;
    let before = row.clone();
    let mut row = row.into_active_model();
    row.status = Set(MemberStatus::Inactive);
    row.removed_at = Set(Some(ctx.now));
    row.version = Set(before.version + 1);
    stamp(&mut row, &ctx.member, ctx.now);
    let row = row.update(&ctx.tx).await?;
    ctx.done(Subject::object(id).changed(changes(Some(&before), &row)), StatusCode::NO_CONTENT).await
}

/// Sends a new invitation by mail; the former one becomes invalid. Needs a fresh proof of identity.
#[utoipa::path(post, path = "/api/team/{id}/invite", tag = "team", params(("id" = i64, Path)), responses((status = CREATED, body = Invitation)))]
async fn invite_team_member(
    ctx: Ctx<TeamWrite>,
    State(app): State<App>,
    Path(id): Path<MemberId>,
) -> Result<Done<(StatusCode, Json<Invitation>)>> {
    ctx.require_fresh_proof()?;
    let row = rules::listed(&ctx.tx, id).await?;
    rules::within_rights(ctx.access, Some(&row), None)?;
    if row.status != MemberStatus::Active {
        return Err(Error::conflict("inactive", "Make this member active first."));
    }
    if row.password_hash.is_some() {
        return Err(Error::conflict("already_joined", "This member has a password already."));
    }
    sponsor::keep(&ctx.tx, id, ctx.member.id, ctx.now).await?;
    let (invite_url, expires_at) = invite(&ctx, &app, id).await?;
    let again = Error::conflict(
        "told_once",
        "This invitation was made already, and its link is told only once. It is on its way by mail.",
    );
    let answer = (StatusCode::CREATED, Json(Invitation { invite_url, expires_at }));
    ctx.done_with_secret(Subject::object(id), answer, again).await
}

/// Turns off the two-step sign-in of a colleague who has lost the phone. The colleague's sessions end, and the colleague is
/// notified by mail. A director must be confirmed again. Needs a fresh proof of identity.
#[utoipa::path(delete, path = "/api/team/{id}/totp", tag = "team", params(("id" = i64, Path)), responses((status = NO_CONTENT)))]
async fn remove_team_second_factor(ctx: Ctx<TeamWrite>, Path(id): Path<MemberId>) -> Result<Done<StatusCode>> {
    ctx.require_fresh_proof()?;
    let row = rules::listed(&ctx.tx, id).await?;
    rules::helps_a_colleague(ctx.access, &ctx.member, &row)?;
    if row.director_confirmed_at.is_some() {
        rules::is_no_other_owner(&ctx.member, &row)?;
    }
    if !auth::remove_second_factor(&ctx.tx, id).await? {
        return Err(Error::conflict("second_factor_off", "This member does not use two-step sign-in."));
    }
    auth::end_all_of(&ctx.tx, id, None, ctx.now).await?;
    calendar_link::end(&ctx.tx, id, Some(&ctx.member), ctx.now).await?;
    let mut subject = Subject::object(id);
    if row.director_confirmed_at.is_some() {
        let before = row.clone();
        let mut row = row.into_active_model();
        row.director_confirmed_at = Set(None);
        stamp(&mut row, &ctx.member, ctx.now);
        let row = row.update(&ctx.tx).await?;
        subject = subject.changed(changes(Some(&before), &row));
    }
    outbox::enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &SecondFactorRemoved { member: id }).await?;
    ctx.done(subject, StatusCode::NO_CONTENT).await
}

/// Queues an invitation mail, and returns when it expires. Returns the link itself only if the deployment sends no mail, because
/// its holder can sign in as the member.
pub async fn invite(ctx: &Ctx<TeamWrite>, app: &App, member: MemberId) -> Result<(Option<String>, DateTime<Utc>)> {
    let clinic = ctx.clinic.id;
    let (link, expires_at) =
        AccountLink::make(&ctx.tx, clinic, &app.master, LinkKind::Invitation, member, ctx.now).await?;
    outbox::enqueue(&ctx.tx, clinic, ctx.now, &InvitationEmail { member, link }).await?;
    let shows_link = !app.sends_mail;
    let url = || link.url(LinkKind::Invitation, clinic, &ctx.clinic.subdomain, &app.master, &app.base_url);
    Ok((shows_link.then(url), expires_at))
}
