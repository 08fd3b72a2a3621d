//! The tokens of other programs. The owner creates them, each for some kinds of resource and for a time, and revokes them.

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{
        api_token::{ActiveModel, Column, Entity, Model},
        clinic_setting,
    },
    ids::ApiTokenId,
    words::ApiScope,
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    EntityTrait, IntoActiveModel, PaginatorTrait, QueryOrder, QuerySelect,
    sea_query::{Expr, ExprTrait},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{
    error::{Error, Result},
    permission::{ApiTokenRead, ApiTokenWrite},
};
use crypto::token;
use http_api::{
    Json, Path, deserialize_fields,
    fields::{Field, Name, choice},
    state::App,
};
use tenancy::{ClinicTx, Ctx, Done, Member, Subject, api_token_reads};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_api_tokens, create_api_token)).routes(routes!(revoke_api_token))
}

/// The most tokens in force at once; nobody keeps track of more.
const MAX_TOKENS: u64 = 20;

/// How many tokens the list shows: those in force, and the newest of the others.
const LISTED: u64 = 100;

/// The prefix of a secret, by which programs that look for leaked secrets recognize it.
const PREFIX: &str = "celadon_";

/// A token, without its secret.
#[derive(Debug, Serialize, ToSchema)]
struct ApiToken {
    id: ApiTokenId,
    name: String,
    /// The kinds of resource that it may read.
    scopes: Vec<ApiScope>,
    created_by: String,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    /// To the minute; null if it was never used.
    last_used_at: Option<DateTime<Utc>>,
    revoked_at: Option<DateTime<Utc>>,
    revoked_by: Option<String>,
    /// Whether it is valid: not revoked and not expired.
    is_in_force: bool,
}

impl ApiToken {
    fn new(row: Model, now: DateTime<Utc>) -> Self {
        Self {
            id: row.id,
            is_in_force: row.revoked_at.is_none() && row.expires_at > now,
            name: row.name,
            scopes: row.scopes,
            created_by: row.created_by_name,
            created_at: row.created_at,
            expires_at: row.expires_at,
            last_used_at: row.last_used_at,
            revoked_at: row.revoked_at,
            revoked_by: row.revoked_by_name,
        }
    }
}

/// A new token and its secret. Only this answer contains the secret.
#[derive(Debug, Serialize, ToSchema)]
struct NewApiToken {
    token: ApiToken,
    secret: String,
}

/// Kinds of resource, each once, at least one.
#[derive(Debug, ToSchema)]
#[schema(value_type = Vec<ApiScope>, min_items = 1)]
struct Scopes(Vec<ApiScope>);

impl Field for Scopes {
    fn parse(value: &Value) -> Result<Self, String> {
        let Value::Array(list) = value else { return Err("must be a list".to_owned()) };
        let mut scopes = list.iter().map(choice).collect::<Result<Vec<ApiScope>, _>>()?;
        scopes.sort_unstable();
        scopes.dedup();
        if scopes.is_empty() { Err("needs one at least".to_owned()) } else { Ok(Self(scopes)) }
    }
}

/// How many days a token is valid: up to a year.
#[derive(Debug, ToSchema)]
#[schema(value_type = i64, minimum = 1, maximum = 365)]
struct ValidDays(i64);

impl Field for ValidDays {
    fn parse(value: &Value) -> Result<Self, String> {
        let days = match value {
            Value::Number(number) => number.as_i64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        };
        days.filter(|days| (1..=365).contains(days)).map(Self).ok_or_else(|| "must be 1 to 365 days".to_owned())
    }
}
deserialize_fields!(Scopes, ValidDays);

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateApiToken {
    name: Name,
    scopes: Scopes,
    valid_days: ValidDays,
}

/// Lists the tokens, those in force first.
#[utoipa::path(get, path = "/api/clinic/api-tokens", tag = "fhir", responses((status = OK, body = Vec<ApiToken>)))]
async fn list_api_tokens(ctx: Ctx<ApiTokenRead>) -> Result<Done<Json<Vec<ApiToken>>>> {
    let is_over = Expr::col(Column::RevokedAt).is_not_null().or(Expr::col(Column::ExpiresAt).lte(ctx.now));
    let all = Entity::find().order_by_asc(is_over).order_by_desc(Column::Id).limit(LISTED);
    let tokens = all.all(&ctx.tx).await?.into_iter().map(|row| ApiToken::new(row, ctx.now)).collect();
    ctx.done(Subject::nobody(), Json(tokens)).await
}

/// Creates a token and returns its secret, once.
#[utoipa::path(post, path = "/api/clinic/api-tokens", tag = "fhir", responses((status = CREATED, body = NewApiToken)))]
async fn create_api_token(
    ctx: Ctx<ApiTokenWrite>,
    Json(new): Json<CreateApiToken>,
) -> Result<Done<(StatusCode, Json<NewApiToken>)>> {
    ctx.require_fresh_proof()?;
    let grants = ctx.member.grants();
    if new.scopes.0.iter().any(|scope| !api_token_reads(grants, *scope)) {
        return Err(Error::field("scopes", "hold a kind of resource that your own role does not read"));
    }
    let secret = format!("{PREFIX}{}", token::random());
    let row = create(&ctx.tx, &ctx.member, ctx.now, new, &secret).await?;
    let subject = Subject::object(row.id);
    let answer = NewApiToken { token: ApiToken::new(row, ctx.now), secret };
    let again = Error::conflict(
        "told_once",
        "This token was made already, and its secret is shown only once. Revoke it and make another one if it was not copied.",
    );
    ctx.done_with_secret(subject, (StatusCode::CREATED, Json(answer)), again).await
}

/// Revokes a token at once. A token that is already revoked does not change.
#[utoipa::path(post, path = "/api/clinic/api-tokens/{id}/revoke", tag = "fhir", params(("id" = i64, Path)), responses((status = OK, body = ApiToken)))]
async fn revoke_api_token(ctx: Ctx<ApiTokenWrite>, Path(id): Path<ApiTokenId>) -> Result<Done<Json<ApiToken>>> {
    let row = revoke(&ctx.tx, &ctx.member, ctx.now, id).await?;
    let token = ApiToken::new(row, ctx.now);
    ctx.done(Subject::object(id), Json(token)).await
}

async fn create(tx: &ClinicTx, by: &Member, now: DateTime<Utc>, new: CreateApiToken, secret: &str) -> Result<Model> {
    // Locks the only row of the settings, so that the second of two requests counts the token of the first.
    clinic_setting::Entity::find().lock_exclusive().one(tx).await?;
    if Entity::in_force(now).count(tx).await? >= MAX_TOKENS {
        let sentence = "There are 20 tokens already. Revoke one that is not used any more.";
        return Err(Error::conflict("too_many_tokens", sentence));
    }
    let row = ActiveModel {
        name: Set(new.name.0),
        scopes: Set(new.scopes.0),
        token_hash: Set(token::hash(secret).to_vec()),
        created_by: Set(by.id),
        created_by_name: Set(by.full_name()),
        created_at: Set(now),
        expires_at: Set(now + TimeDelta::days(new.valid_days.0)),
        ..Default::default()
    };
    Ok(row.insert(tx).await?)
}

async fn revoke(tx: &ClinicTx, by: &Member, now: DateTime<Utc>, id: ApiTokenId) -> Result<Model> {
    let row = Entity::find_by_id(id).lock_exclusive().one(tx).await?.ok_or(Error::NotFound)?;
    if row.revoked_at.is_some() {
        return Ok(row);
    }
    let mut row = row.into_active_model();
    row.revoked_at = Set(Some(now));
    row.revoked_by = Set(Some(by.id));
    row.revoked_by_name = Set(Some(by.full_name()));
    Ok(row.update(tx).await?)
}
