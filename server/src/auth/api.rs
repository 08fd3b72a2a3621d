//! Signing in, out, and proving again who one is.

use axum::{
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header::SET_COOKIE},
};
use entity::clinic::member;
use sea_orm::EntityTrait;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::session::{self, Session, SignedInClinic, SignedInMember};
use crate::{
    error::{Error, Result},
    http::{
        Json, Payload,
        fields::{Line, Password},
    },
    permission::{Role, SessionOwn},
    state::App,
    tenancy::{Clinic, ClinicTx, Ctx, Done, Subject, Visitor},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(login))
        .routes(routes!(logout))
        .routes(routes!(show_session))
        .routes(routes!(prove_identity))
}

/// Tells the browser to forget what it kept for this site.
const CLEAR: (HeaderName, HeaderValue) =
    (HeaderName::from_static("clear-site-data"), HeaderValue::from_static("\"cache\", \"storage\""));

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Login {
    email: Line,
    password: Password,
}

impl Payload for Login {}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Proof {
    password: Password,
}

impl Payload for Proof {}

/// Signs in. The answer for a wrong password, an unknown address and somebody inactive is one, and
/// takes as long.
#[utoipa::path(post, path = "/api/auth/login", tag = "auth", responses((status = OK, body = Session)))]
async fn login(
    visitor: Visitor,
    State(app): State<App>,
    Json(given): Json<Login>,
) -> Result<Done<(HeaderMap, Json<Session>)>> {
    let tx = visitor.enter().await?;
    let member = member::Entity::by_email(&given.email.0).one(&tx).await?;
    // Hashing takes its time, and no transaction waits for it.
    visitor.leave(tx).await?;
    let known = member.as_ref().map(|member| member.id);
    let hash = member.filter(|member| member.status == "active").and_then(|member| member.password_hash);
    if !app.passwords.is_right(given.password.0, hash.clone()).await? {
        if let Some(member) = known {
            visitor.denied(member).await?;
        }
        return Err(Error::WrongCredentials);
    }
    let tx = visitor.enter().await?;
    // Looked up again: in the meantime the person may have been removed or the password changed.
    let member = member::Entity::by_email(&given.email.0).one(&tx).await?;
    let member = member
        .filter(|member| member.status == "active" && member.password_hash == hash)
        .ok_or(Error::WrongCredentials)?;
    sign_in(visitor, tx, &app, member).await
}

/// Begins a session for a member who has shown the right to one.
pub(super) async fn sign_in(
    visitor: Visitor,
    tx: ClinicTx,
    app: &App,
    member: member::Model,
) -> Result<Done<(HeaderMap, Json<Session>)>> {
    let cookie =
        session::begin(&tx, &app.gate.keys, visitor.clinic.id, member.id, visitor.now, visitor.origin()).await?;
    let settings = crate::clinics::settings(&tx).await?;
    let role = Role::named(&member.role).ok_or_else(|| Error::Internal("a member has an unknown role".into()))?;
    let id = member.id;
    let member = SignedInMember {
        id,
        first_name: member.first_name,
        last_name: member.last_name,
        email: member.email,
        role,
        is_owner: member.is_owner,
    };
    let answer = begun(&visitor.clinic, member, settings.idle_minutes, visitor.now);
    visitor.done(tx, Some(id), (cookie, Json(answer))).await
}

fn begun(clinic: &Clinic, member: SignedInMember, idle_minutes: i32, now: chrono::DateTime<chrono::Utc>) -> Session {
    let standing = crate::permission::Standing { role: member.role, is_owner: member.is_owner };
    let (permissions, limited_permissions) = session::permissions(standing);
    Session {
        clinic: SignedInClinic::of(clinic),
        member,
        permissions,
        limited_permissions,
        idle_minutes,
        expires_at: now + crate::tenancy::LONGEST_SESSION,
        proved_until: Some(now + crate::tenancy::PROOF_HOLDS),
    }
}

fn shown(ctx: &Ctx<SessionOwn>) -> Session {
    let (permissions, limited_permissions) = session::permissions(ctx.member.standing());
    Session {
        member: SignedInMember {
            id: ctx.member.id,
            first_name: ctx.member.first_name.clone(),
            last_name: ctx.member.last_name.clone(),
            email: ctx.member.email.clone(),
            role: ctx.member.role,
            is_owner: ctx.member.is_owner,
        },
        clinic: SignedInClinic::of(&ctx.clinic),
        permissions,
        limited_permissions,
        idle_minutes: ctx.session().idle_minutes,
        expires_at: ctx.session().ends_at,
        proved_until: Some(ctx.proved_until()).filter(|until| *until > ctx.now),
    }
}

/// Ends this session.
#[utoipa::path(post, path = "/api/auth/logout", tag = "auth", responses((status = NO_CONTENT)))]
async fn logout(ctx: Ctx<SessionOwn>, State(app): State<App>) -> Result<Done<(StatusCode, HeaderMap)>> {
    session::end(&ctx.tx, ctx.session().session, ctx.now).await?;
    let headers = HeaderMap::from_iter([(SET_COOKIE, app.gate.keys.no_cookie()), CLEAR]);
    ctx.done(Subject::nobody(), (StatusCode::NO_CONTENT, headers)).await
}

/// Tells who is signed in. Does not keep the session alive.
#[utoipa::path(get, path = "/api/auth/session", tag = "auth", responses((status = OK, body = Session)))]
async fn show_session(ctx: Ctx<SessionOwn>) -> Result<Done<Json<Session>>> {
    let answer = shown(&ctx);
    ctx.done(Subject::nobody(), Json(answer)).await
}

/// Proves again who is signed in, for the steps that need it fresh.
#[utoipa::path(post, path = "/api/auth/prove", tag = "auth", responses((status = OK, body = Session)))]
async fn prove_identity(
    ctx: Ctx<SessionOwn>,
    State(app): State<App>,
    Json(proof): Json<Proof>,
) -> Result<Done<Json<Session>>> {
    let ctx = with_password(ctx, &app, proof.password).await?;
    session::proved(&ctx.tx, ctx.session().session, ctx.now).await?;
    let answer = Session { proved_until: Some(ctx.now + crate::tenancy::PROOF_HOLDS), ..shown(&ctx) };
    ctx.done(Subject::nobody(), Json(answer)).await
}

/// Goes on only with the member's own password; a wrong one leaves a row in the audit.
pub(super) async fn with_password(ctx: Ctx<SessionOwn>, app: &App, password: Password) -> Result<Ctx<SessionOwn>> {
    let hash = own_hash(&ctx).await?;
    let paused = ctx.pause().await?;
    let is_right = app.passwords.is_right(password.0, hash.clone()).await?;
    let ctx = paused.resume(&app.gate).await?;
    if !is_right || own_hash(&ctx).await? != hash {
        ctx.denied().await?;
        return Err(Error::WrongPassword);
    }
    Ok(ctx)
}

async fn own_hash(ctx: &Ctx<SessionOwn>) -> Result<Option<String>> {
    Ok(member::Entity::find_by_id(ctx.member.id).one(&ctx.tx).await?.and_then(|member| member.password_hash))
}
