//! Changing a password, resetting a forgotten one, and setting the first one.

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
};
use chrono::{DateTime, Utc};
use entity::{clinic::member, ids::MemberId, words::MemberStatus};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    WRONG_PASSWORD,
    api::{own_hash, sign_in, with_password},
    email_confirmation,
};
use crate::account::jobs::PasswordReset;
use auth::{
    account_link::{self, LinkKind},
    calendar_link,
    notice::{AccountChange, notify_member},
    session::{self, Session},
};
use base::{
    error::{Error, Result},
    permission::SessionOwn,
};
use http_api::{
    Json,
    fields::{Line, NewPassword, Password, Token},
    state::App,
};
use tenancy::{ClinicTx, Ctx, Done, LINK_INVALID, Member, Subject, Visitor};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(change_password))
        .routes(routes!(request_password_reset))
        .routes(routes!(reset_password))
        .routes(routes!(accept_invitation))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PasswordChange {
    current_password: Password,
    new_password: NewPassword,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Forgot {
    email: Line,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Reset {
    token: Token,
    password: NewPassword,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AcceptInvitation {
    token: Token,
    password: NewPassword,
}

/// Changes the member's own password. The member's other sessions end.
#[utoipa::path(post, path = "/api/auth/password", tag = "auth", responses((status = NO_CONTENT)))]
async fn change_password(
    ctx: Ctx<SessionOwn>,
    State(app): State<App>,
    Json(change): Json<PasswordChange>,
) -> Result<Done<StatusCode>> {
    let Member { email, first_name, last_name, .. } = &ctx.member;
    not_about(&change.new_password, [email, first_name, last_name], "new_password")?;
    let ctx = with_password(ctx, &app, change.current_password).await?;
    let former = own_hash(&ctx).await?;
    // Hashing takes long, so no transaction stays open meanwhile.
    let paused = ctx.note_and_pause().await?;
    let hash = app.passwords.hash(change.new_password.0).await?;
    let ctx = paused.resume(&app.tenants).await?;
    if own_hash(&ctx).await? != former {
        // Another session or a link has changed the password meanwhile. This request has not proved the new one.
        ctx.denied().await?;
        return Err(WRONG_PASSWORD.into());
    }
    set_password(&ctx.tx, ctx.member.id, hash, ctx.now).await?;
    session::end_all_of(&ctx.tx, ctx.member.id, Some(ctx.session().session), ctx.now).await?;
    session::proved(&ctx.tx, ctx.session().session, ctx.now).await?;
    notify_member(&ctx.tx, ctx.clinic.id, ctx.member.id, &ctx.member.email, AccountChange::Password, ctx.origin())
        .await?;
    ctx.done(Subject::nobody(), StatusCode::NO_CONTENT).await
}

/// Requests a mail with a link for setting a new password. The answer is the same for every address.
#[utoipa::path(post, path = "/api/auth/forgot", tag = "auth", responses((status = NO_CONTENT)))]
async fn request_password_reset(visitor: Visitor, Json(forgot): Json<Forgot>) -> Result<Done<StatusCode>> {
    let tx = visitor.enter().await?;
    let member = member::Entity::by_email(&forgot.email.0)
        .one(&tx)
        .await?
        .filter(|member| member.status == MemberStatus::Active);
    let about = member.as_ref().map(|member| member.id);
    if let Some(member) = &member {
        let (clinic, now) = (visitor.clinic.id, visitor.now);
        // The job makes the link, so that this request takes the same time for an unknown address.
        outbox::enqueue(&tx, clinic, now, &PasswordReset { member: member.id, link: None }).await?;
        email_confirmation::confirm_again_when_locked_out(&tx, clinic, member, now).await?;
    }
    visitor.done(tx, about, StatusCode::NO_CONTENT).await
}

/// Sets a new password with the link from the mail. All sessions end.
#[utoipa::path(post, path = "/api/auth/reset", tag = "auth", responses((status = NO_CONTENT)))]
async fn reset_password(
    visitor: Visitor,
    State(app): State<App>,
    Json(reset): Json<Reset>,
) -> Result<Done<StatusCode>> {
    let hash = hashed(&visitor, &app, LinkKind::PasswordReset, &reset.token, &reset.password).await?;
    let tx = visitor.enter().await?;
    let member = redeemer(&tx, LinkKind::PasswordReset, &reset.token, &reset.password, visitor.now).await?;
    set_password(&tx, member.id, hash, visitor.now).await?;
    session::end_all_of(&tx, member.id, None, visitor.now).await?;
    calendar_link::end(&tx, member.id, None, visitor.now).await?;
    notify_member(&tx, visitor.clinic.id, member.id, &member.email, AccountChange::Password, visitor.origin()).await?;
    visitor.done(tx, Some(member.id), StatusCode::NO_CONTENT).await
}

/// Accepts an invitation by choosing a password, and signs in.
#[utoipa::path(post, path = "/api/auth/accept-invite", tag = "auth", responses((status = OK, body = Session)))]
async fn accept_invitation(
    visitor: Visitor,
    State(app): State<App>,
    Json(accepted): Json<AcceptInvitation>,
) -> Result<Done<(HeaderMap, Json<Session>)>> {
    let hash = hashed(&visitor, &app, LinkKind::Invitation, &accepted.token, &accepted.password).await?;
    let tx = visitor.enter().await?;
    let member = redeemer(&tx, LinkKind::Invitation, &accepted.token, &accepted.password, visitor.now).await?;
    let member = set_password(&tx, member.id, hash, visitor.now).await?;
    session::end_all_of(&tx, member.id, None, visitor.now).await?;
    calendar_link::end(&tx, member.id, None, visitor.now).await?;
    sign_in(visitor, tx, &app, member).await
}

/// Hashes the new password. An invalid link is refused first, because hashing is expensive and this
/// call needs no session.
async fn hashed(visitor: &Visitor, app: &App, kind: LinkKind, token: &Token, password: &NewPassword) -> Result<String> {
    let tx = visitor.enter().await?;
    let holder = account_link::holder(&tx, kind, &token.0, visitor.now).await?;
    may_choose(&tx, holder, password).await?;
    visitor.keep(tx).await?;
    app.passwords.hash(password.0.clone()).await
}

/// Redeems the link and returns its member, if the member may still sign in and have this password. Checked now, not
/// when the link was made.
async fn redeemer(
    tx: &ClinicTx,
    kind: LinkKind,
    token: &Token,
    password: &NewPassword,
    now: DateTime<Utc>,
) -> Result<member::Model> {
    let id = account_link::redeem(tx, kind, &token.0, now).await?;
    may_choose(tx, id, password).await
}

/// The member, if the member may still sign in and have this password.
async fn may_choose(tx: &ClinicTx, id: MemberId, password: &NewPassword) -> Result<member::Model> {
    let member = member::Entity::find_by_id(id).one(tx).await?;
    let member = member
        .filter(|member| member.status == MemberStatus::Active && member.removed_at.is_none())
        .ok_or(LINK_INVALID)?;
    not_about(password, [&member.email, &member.first_name, &member.last_name], "password")?;
    Ok(member)
}

/// Stores the password, and makes every other link for setting it invalid.
async fn set_password(tx: &ClinicTx, member: MemberId, hash: String, now: DateTime<Utc>) -> Result<member::Model> {
    let mut row = member::Entity::find_by_id(member).one(tx).await?.ok_or(Error::NotFound)?.into_active_model();
    row.password_hash = Set(Some(hash));
    row.updated_at = Set(now);
    account_link::void_for_password(tx, member, now).await?;
    Ok(row.update(tx).await?)
}

/// Refuses a password that holds the person's own name or address, because guessers try such passwords first.
///
/// Fails when the password holds the person's own name or address.
pub fn not_about(password: &NewPassword, about: [&String; 3], field: &str) -> Result<()> {
    let password = password.0.to_lowercase();
    let is_contained = |word: &&&String| word.chars().count() >= 4 && password.contains(&word.to_lowercase());
    match about.iter().find(is_contained) {
        Some(_) => Err(Error::field(field, "must not hold your name or address")),
        None => Ok(()),
    }
}
