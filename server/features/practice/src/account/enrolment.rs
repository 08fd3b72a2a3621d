//! The calls with which members manage their own second factor.

use axum::{extract::State, http::StatusCode};
use chrono::TimeDelta;
use entity::clinic::second_factor::{ActiveModel, Column, Entity};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::api::{Proof, with_proof};
use auth::{
    notice::{AccountChange, notify_member},
    recovery, second_factor, session,
};
use base::{
    error::{Error, OnConstraint, Result},
    permission::{Permission, SessionEnrol, SessionOwn},
    qr,
};
use crypto::totp::Secret;
use http_api::{Json, fields::Line, state::App};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(begin_second_factor))
        .routes(routes!(remove_second_factor))
        .routes(routes!(confirm_second_factor))
        .routes(routes!(renew_recovery_codes))
}

/// How long a secret is stored that was shown but not confirmed.
const ENROLMENT_HOLDS: TimeDelta = TimeDelta::minutes(30);

/// The secret for an authenticator app. Only this answer holds it.
#[derive(Serialize, ToSchema)]
struct Enrolment {
    /// In base 32, to be typed in.
    secret: String,
    /// The content of the QR code.
    uri: String,
    /// The QR code's side, in modules, without the quiet zone of four around it.
    qr_size: i32,
    /// Its dark modules, as an SVG path.
    qr_path: String,
}

/// Ten recovery codes for one use each. Only this answer holds them.
#[derive(Serialize, ToSchema)]
struct RecoveryCodes {
    codes: Vec<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Confirmation {
    code: Line,
}

/// Notifies the member by mail.
async fn notify<P: Permission>(ctx: &Ctx<P>, change: AccountChange) -> Result<()> {
    notify_member(&ctx.tx, ctx.clinic.id, ctx.member.id, &ctx.member.email, change, ctx.origin()).await
}

/// The response to a repeated request, because only the first response holds the secret.
fn shown_only_once() -> Error {
    Error::conflict("told_once", "This was done already, and what it answered is shown only once. Please begin again.")
}

/// Starts setting up two-step sign-in with an authenticator app. It is in force once a code confirms it. The first
/// time it needs a fresh proof of identity. A member who has it already can change to another phone this way, with
/// the password or a code in this request.
#[utoipa::path(post, path = "/api/auth/totp", tag = "auth", responses((status = CREATED, body = Enrolment)))]
async fn begin_second_factor(
    ctx: Ctx<SessionEnrol>,
    State(app): State<App>,
    Json(proof): Json<Proof>,
) -> Result<Done<(StatusCode, Json<Enrolment>)>> {
    // Somebody who finds an unlocked screen must not replace the member's second factor.
    let ctx = if ctx.session().has_second_factor || !proof.is_none() {
        with_proof(ctx, &app, proof).await?
    } else {
        ctx.require_fresh_proof()?;
        ctx
    };
    let member = ctx.member.id;
    let secret = Secret::random();
    let mine = Entity::delete_many().filter(Column::MemberId.eq(member));
    mine.filter(Column::ConfirmedAt.is_null()).exec(&ctx.tx).await?;
    let seal = second_factor::SealedSecrets::new(&app.master, ctx.clinic.id);
    let row = ActiveModel {
        member_id: Set(member),
        secret: Set(seal.close(member, &secret)?),
        key_id: Set(seal.key_id().to_owned()),
        created_at: Set(ctx.now),
        ..Default::default()
    };
    Entity::insert(row).exec_without_returning(&ctx.tx).await.on_constraint("second_factor_begun_key", || {
        Error::conflict("begun_twice", "Two-step sign-in was begun in another window. Please try again.")
    })?;
    let uri = secret.uri(&ctx.clinic.name, &ctx.member.email)?;
    let picture = qr::picture(&uri)?;
    let answer = Enrolment { secret: secret.base32(), uri, qr_size: picture.size, qr_path: picture.path };
    ctx.done_with_secret(Subject::nobody(), (StatusCode::CREATED, Json(answer)), shown_only_once()).await
}

/// Confirms two-step sign-in with the first code of the app, and returns recovery codes. The member's other sessions
/// end, because they started with only a password or with the former phone. Needs a fresh proof of identity.
#[utoipa::path(post, path = "/api/auth/totp/confirm", tag = "auth", responses((status = OK, body = RecoveryCodes)))]
async fn confirm_second_factor(
    ctx: Ctx<SessionEnrol>,
    State(app): State<App>,
    Json(given): Json<Confirmation>,
) -> Result<Done<Json<RecoveryCodes>>> {
    ctx.require_fresh_proof()?;
    let member = ctx.member.id;
    let begun = Entity::begun(member).filter(Column::CreatedAt.gt(ctx.now - ENROLMENT_HOLDS));
    let row = begun.lock_exclusive().one(&ctx.tx).await?.ok_or_else(|| {
        Error::conflict("not_begun", "This took too long or was begun again. Please begin two-step sign-in again.")
    })?;
    let secret = second_factor::SealedSecrets::new(&app.master, ctx.clinic.id).open(&row)?;
    let Some(step) = secret.step_of(&given.code.0, ctx.now, row.last_step) else {
        ctx.denied().await?;
        return Err(second_factor::wrong_code());
    };
    let mine = Entity::delete_many().filter(Column::MemberId.eq(member));
    mine.filter(Column::Id.ne(row.id)).exec(&ctx.tx).await?;
    let mut row = row.into_active_model();
    row.confirmed_at = Set(Some(ctx.now));
    row.last_step = Set(step);
    row.update(&ctx.tx).await?;
    let codes = recovery::renew(&ctx.tx, member, ctx.now).await?;
    notify(&ctx, AccountChange::SecondFactorOn).await?;
    session::end_all_of(&ctx.tx, member, Some(ctx.session().session), ctx.now).await?;
    ctx.done_with_secret(Subject::nobody(), Json(RecoveryCodes { codes }), shown_only_once()).await
}

/// Turns the member's own two-step sign-in off, unless the clinic requires it, with the password or a code in
/// this request.
#[utoipa::path(post, path = "/api/auth/totp/remove", tag = "auth", responses((status = NO_CONTENT)))]
async fn remove_second_factor(
    ctx: Ctx<SessionOwn>,
    State(app): State<App>,
    Json(proof): Json<Proof>,
) -> Result<Done<StatusCode>> {
    if ctx.session().second_factor_required {
        return Err(Error::conflict(
            "second_factor_kept",
            "Your clinic asks everybody for two-step sign-in, so it cannot be turned off.",
        ));
    }
    let ctx = with_proof(ctx, &app, proof).await?;
    if second_factor::remove(&ctx.tx, ctx.member.id).await? {
        notify(&ctx, AccountChange::SecondFactorOff).await?;
    }
    ctx.done(Subject::nobody(), StatusCode::NO_CONTENT).await
}

/// Makes new recovery codes, with the password or a code in this request. The former codes become invalid.
#[utoipa::path(post, path = "/api/auth/totp/recovery-codes", tag = "auth", responses((status = CREATED, body = RecoveryCodes)))]
async fn renew_recovery_codes(
    ctx: Ctx<SessionOwn>,
    State(app): State<App>,
    Json(proof): Json<Proof>,
) -> Result<Done<(StatusCode, Json<RecoveryCodes>)>> {
    let ctx = with_proof(ctx, &app, proof).await?;
    // Locked, so that two simultaneous renewals leave only one set of codes.
    if Entity::in_force(ctx.member.id).lock_exclusive().one(&ctx.tx).await?.is_none() {
        return Err(Error::conflict("second_factor_off", "Turn on two-step sign-in first."));
    }
    let codes = recovery::renew(&ctx.tx, ctx.member.id, ctx.now).await?;
    notify(&ctx, AccountChange::RecoveryCodes).await?;
    ctx.done_with_secret(Subject::nobody(), (StatusCode::CREATED, Json(RecoveryCodes { codes })), shown_only_once())
        .await
}
