//! Sign-in, sign-out, and proof of identity for signed-in members.

use axum::{
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header::SET_COOKIE},
};
use entity::{
    clinic::member,
    ids::MemberId,
    words::{MemberStatus, SecondFactor},
};
use sea_orm::EntityTrait;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

use super::WRONG_PASSWORD;
use crate::settings;
use auth::{
    limit,
    notice::{AccountChange, notify_member},
    recovery,
    second_factor::{self, Verdict},
    session::{self, SecondFactorState, Session, SignedInClinic, SignedInMember, SupportLook},
};
use base::{
    error::{Error, Refusal, Result},
    permission::{Grants, Permission, SessionEnrol},
};
use crypto::token;
use http_api::{
    Json,
    fields::{Line, Password},
    state::App,
};
use tenancy::{ClinicTx, Ctx, Done, SessionRef, Subject, Support, Visitor};

const WRONG_CREDENTIALS: Refusal =
    Refusal::new(StatusCode::UNAUTHORIZED, "wrong_credentials", "The e-mail address or the password is not right.");
const CODE_REQUIRED: Refusal =
    Refusal::new(StatusCode::UNAUTHORIZED, "code_required", "Please enter the code from your authenticator app.");
const WRONG_CODE: Refusal = Refusal::new(StatusCode::UNAUTHORIZED, "wrong_code", second_factor::WRONG_CODE);

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(login))
        .routes(routes!(logout))
        .routes(routes!(show_session))
        .routes(routes!(prove_identity))
}

/// Makes the browser delete what it stored for this site.
const CLEAR: (HeaderName, HeaderValue) =
    (HeaderName::from_static("clear-site-data"), HeaderValue::from_static("\"cache\", \"storage\""));

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Login {
    email: Line,
    password: Password,
    /// A code of the authenticator app, or a recovery code. Requested by `code_required`.
    code: Option<Line>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Proof {
    password: Option<Password>,
    /// A code of the authenticator app, or a recovery code, instead of the password.
    code: Option<Line>,
}

impl Proof {
    pub fn is_none(&self) -> bool {
        self.password.is_none() && self.code.is_none()
    }
}

/// Signs in. A wrong password, an unknown address and an inactive member get the same answer after the same
/// time. The answer says whether a code is needed only if the password is right.
#[utoipa::path(post, path = "/api/auth/login", tag = "auth", responses((status = OK, body = Session)))]
async fn login(
    visitor: Visitor,
    State(app): State<App>,
    Json(given): Json<Login>,
) -> Result<Done<(HeaderMap, Json<Session>)>> {
    let tried = limit::Try::new(&limit_key(&app, visitor.clinic.id), &given.email.0, &visitor.origin().ip);
    let tx = visitor.enter().await?;
    tried.count(&tx, visitor.now).await?;
    let member = member::Entity::by_email(&given.email.0).one(&tx).await?;
    // Hashing takes long, so no transaction stays open meanwhile.
    visitor.keep(tx).await?;
    let known = member.as_ref().map(|member| member.id);
    let hash = member.filter(|member| member.status == MemberStatus::Active).and_then(|member| member.password_hash);
    if !app.passwords.is_right(given.password.0, hash.clone()).await? {
        if let Some(member) = known {
            visitor.denied(member).await?;
        }
        return Err(WRONG_CREDENTIALS.into());
    }
    let tx = visitor.enter().await?;
    // Read again, because the member may have been removed or the password changed meanwhile.
    let member = member::Entity::by_email(&given.email.0).one(&tx).await?;
    let member = member
        .filter(|member| member.status == MemberStatus::Active && member.password_hash == hash)
        .ok_or(WRONG_CREDENTIALS)?;
    tried.give_back(&tx, visitor.now).await?;
    let tx = with_second_factor(&visitor, tx, &app, member.id, given.code).await?;
    sign_in(visitor, tx, &app, member).await
}

/// Requires a code if the member has a second factor. Without a code the password's try does not count. A wrong
/// code is recorded.
async fn with_second_factor(
    visitor: &Visitor,
    tx: ClinicTx,
    app: &App,
    member: MemberId,
    code: Option<Line>,
) -> Result<ClinicTx> {
    if !second_factor::is_on(&tx, member).await? {
        return Ok(tx);
    }
    let Some(code) = code else {
        visitor.keep(tx).await?;
        return Err(CODE_REQUIRED.into());
    };
    match second_factor::check_code(&tx, &app.master, visitor.clinic.id, member, &code.0, visitor.now).await? {
        Verdict::Right => Ok(tx),
        Verdict::Wrong => {
            visitor.refused(tx, member).await?;
            Err(WRONG_CODE.into())
        }
        Verdict::TooSoon { retry_after_seconds } => {
            visitor.refused(tx, member).await?;
            Err(Error::TooMany { retry_after_seconds })
        }
    }
}

/// Starts a session for a member who has proved the right to one.
pub async fn sign_in(
    visitor: Visitor,
    tx: ClinicTx,
    app: &App,
    member: member::Model,
) -> Result<Done<(HeaderMap, Json<Session>)>> {
    sign_in_as(visitor, tx, app, member, Uuid::new_v4(), None).await
}

/// Starts a session with a given id. The session may be support's.
pub async fn sign_in_as(
    visitor: Visitor,
    tx: ClinicTx,
    app: &App,
    member: member::Model,
    session: Uuid,
    support: Option<Support>,
) -> Result<Done<(HeaderMap, Json<Session>)>> {
    let session_ref = SessionRef { session, member: member.id };
    let (keys, clinic, origin) = (&app.tenants.keys, visitor.clinic.id, visitor.origin());
    let device = visitor.device.clone().unwrap_or_else(token::random);
    let device_hash = token::hash(&device);
    if support.is_none() && session::is_new_device(&tx, member.id, &device_hash).await? {
        notify_member(&tx, clinic, member.id, &member.email, AccountChange::NewDevice, origin).await?;
    }
    let mut cookies = session::begin(&tx, keys, clinic, session_ref, &device_hash, origin).await?;
    cookies.append(SET_COOKIE, keys.device_cookie(&device)?);
    let settings = settings::current(&tx).await?;
    let has_one = second_factor::is_on(&tx, member.id).await?;
    let grants = Grants::from_member(&member);
    let (permissions, limited_permissions) = session::permissions(grants);
    let id = member.id;
    let answer = Session {
        member: SignedInMember {
            id,
            first_name: member.first_name,
            last_name: member.last_name,
            email: member.email,
            role: member.role,
            is_owner: member.is_owner,
            awaits_confirmation: grants.role != member.role,
        },
        clinic: SignedInClinic::new(&visitor.clinic),
        permissions,
        limited_permissions,
        idle_minutes: settings.idle_minutes,
        expires_at: visitor.now + tenancy::LONGEST_SESSION,
        proved_until: Some(visitor.now + tenancy::PROOF_HOLDS),
        second_factor: SecondFactorState::new(
            has_one,
            settings.second_factor == SecondFactor::Required && support.is_none(),
        ),
        recovery_codes_left: recovery::remaining(&tx, id).await?,
        support: support.as_ref().map(SupportLook::new),
        modules: tx.modules().await?.as_slice().to_vec(),
    };
    visitor.done(tx, Some(id), (cookies, Json(answer))).await
}

async fn current_session(ctx: &Ctx<SessionEnrol>) -> Result<Session> {
    let (permissions, limited_permissions) = session::permissions(ctx.member.grants());
    Ok(Session {
        member: SignedInMember {
            id: ctx.member.id,
            first_name: ctx.member.first_name.clone(),
            last_name: ctx.member.last_name.clone(),
            email: ctx.member.email.clone(),
            role: ctx.member.role,
            is_owner: ctx.member.is_owner,
            awaits_confirmation: ctx.member.grants().role != ctx.member.role,
        },
        clinic: SignedInClinic::new(&ctx.clinic),
        permissions,
        limited_permissions,
        idle_minutes: ctx.session().idle_minutes,
        expires_at: ctx.session().ends_at,
        proved_until: Some(ctx.proved_until()).filter(|until| *until > ctx.now),
        second_factor: SecondFactorState::new(
            ctx.session().has_second_factor,
            ctx.session().second_factor_required && ctx.session().support.is_none(),
        ),
        // Without a second factor there are no codes. This saves a query, because every start of the app makes this call.
        recovery_codes_left: if ctx.session().has_second_factor {
            recovery::remaining(&ctx.tx, ctx.member.id).await?
        } else {
            0
        },
        support: ctx.session().support.as_ref().map(SupportLook::new),
        modules: ctx.tx.modules().await?.as_slice().to_vec(),
    })
}

/// Ends this session.
#[utoipa::path(post, path = "/api/auth/logout", tag = "auth", responses((status = NO_CONTENT)))]
async fn logout(ctx: Ctx<SessionEnrol>, State(app): State<App>) -> Result<Done<(StatusCode, HeaderMap)>> {
    session::end(&ctx.tx, ctx.session().session, ctx.now).await?;
    let headers = HeaderMap::from_iter([(SET_COOKIE, app.tenants.keys.no_cookie()), CLEAR]);
    ctx.done(Subject::nobody(), (StatusCode::NO_CONTENT, headers)).await
}

/// Shows who is signed in. The call does not extend the session.
#[utoipa::path(get, path = "/api/auth/session", tag = "auth", responses((status = OK, body = Session)))]
async fn show_session(ctx: Ctx<SessionEnrol>) -> Result<Done<Json<Session>>> {
    let answer = current_session(&ctx).await?;
    ctx.done(Subject::nobody(), Json(answer)).await
}

/// Proves the member's identity again, with the password or a code, for calls that need a fresh proof.
#[utoipa::path(post, path = "/api/auth/prove", tag = "auth", responses((status = OK, body = Session)))]
async fn prove_identity(
    ctx: Ctx<SessionEnrol>,
    State(app): State<App>,
    Json(proof): Json<Proof>,
) -> Result<Done<Json<Session>>> {
    let ctx = with_proof(ctx, &app, proof).await?;
    session::proved(&ctx.tx, ctx.session().session, ctx.now).await?;
    let answer = Session { proved_until: Some(ctx.now + tenancy::PROOF_HOLDS), ..current_session(&ctx).await? };
    ctx.done(Subject::nobody(), Json(answer)).await
}

/// The key for the names of the counters of tries, so that the names reveal no address.
fn limit_key(app: &App, clinic: Uuid) -> [u8; 32] {
    app.master.derive(format!("sign-in limit {clinic}").as_bytes())
}

/// Requires the member's own password, or a code of their second factor, in this request.
pub(super) async fn with_proof<P: Permission>(ctx: Ctx<P>, app: &App, proof: Proof) -> Result<Ctx<P>> {
    match (proof.password, proof.code) {
        (Some(password), None) => with_password(ctx, app, password).await,
        (None, Some(code)) => with_code(ctx, app, &code).await,
        (Some(_), Some(_)) => Err(Error::field("code", "Please give the password or a code, not both")),
        (None, None) => Err(Error::field("password", "Password is required")),
    }
}

/// Requires the member's own password. A wrong one leaves an audit row. Tries count together with those of the
/// sign-in, so that a stolen session allows no more guesses than the sign-in.
pub async fn with_password<P: Permission>(ctx: Ctx<P>, app: &App, password: Password) -> Result<Ctx<P>> {
    let hash = own_hash(&ctx).await?;
    let tried = limit::Try::new(&limit_key(app, ctx.clinic.id), &ctx.member.email, &ctx.origin().ip);
    tried.count(&ctx.tx, ctx.now).await?;
    let paused = ctx.note_and_pause().await?;
    let is_right = app.passwords.is_right(password.0, hash.clone()).await?;
    let ctx = paused.resume(&app.tenants).await?;
    if !is_right || own_hash(&ctx).await? != hash {
        ctx.denied().await?;
        return Err(WRONG_PASSWORD.into());
    }
    tried.give_back(&ctx.tx, ctx.now).await?;
    Ok(ctx)
}

/// Requires a code of the member's own second factor. A wrong one leaves an audit row.
async fn with_code<P: Permission>(ctx: Ctx<P>, app: &App, code: &Line) -> Result<Ctx<P>> {
    match second_factor::check_code(&ctx.tx, &app.master, ctx.clinic.id, ctx.member.id, &code.0, ctx.now).await? {
        Verdict::Right => Ok(ctx),
        Verdict::Wrong => {
            ctx.denied().await?;
            Err(second_factor::wrong_code())
        }
        Verdict::TooSoon { retry_after_seconds } => {
            ctx.denied().await?;
            Err(Error::TooMany { retry_after_seconds })
        }
    }
}

pub(super) async fn own_hash<P: Permission>(ctx: &Ctx<P>) -> Result<Option<String>> {
    Ok(member::Entity::find_by_id(ctx.member.id).one(&ctx.tx).await?.and_then(|member| member.password_hash))
}
