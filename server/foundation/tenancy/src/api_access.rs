//! The extractor for other programs. A request carries a token, made by the clinic's owner, in the header
//! `Authorization`. A cookie has no effect here, and a token has no effect elsewhere.

use std::{
    marker::PhantomData,
    sync::{Arc, LazyLock},
};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{HeaderMap, StatusCode, header::AUTHORIZATION, request::Parts},
};
use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::api_token::{Column, Entity},
    ids::ApiTokenId,
    words::{ApiScope, Outcome},
};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryResult, QuerySelect, QueryTrait,
    sea_query::{Expr, ExprTrait, LockBehavior, LockType},
};

use super::{
    Clinic, ClinicTx, Done, Subject,
    api_token::{ApiToken, reads},
    audit::{self, Origin},
    context::{TenantState, no_origin},
    literals::Literals,
    prepared::PreparedQuery,
    sql,
};
use base::{
    error::{Error, Refusal, Result},
    permission::Grants,
};
use crypto::token;

/// The answer without a token, and to one that is unknown, expired or revoked.
const TOKEN_INVALID: Refusal = Refusal::new(
    StatusCode::UNAUTHORIZED,
    "token_invalid",
    "A valid API token is needed. Yours may have expired or been revoked.",
);

/// A token's row is updated at most this often, so that parallel calls do not wait for its lock.
const TOUCH_INTERVAL: TimeDelta = TimeDelta::minutes(1);

static QUERY: LazyLock<PreparedQuery> = LazyLock::new(|| PreparedQuery::new(sql::API_TOKEN));

/// The scope that a call requires of a token. The call's handler names it in its signature.
pub trait Scoped: Send + Sync + 'static {
    const SCOPE: ApiScope;
}

/// Another program with a token for `S`, inside the one transaction of the request.
pub struct Api<S> {
    pub clinic: Arc<Clinic>,
    pub tx: ClinicTx,
    pub now: DateTime<Utc>,
    pub token: ApiToken,
    origin: Origin,
    may: PhantomData<S>,
}

impl<S> Api<S> {
    /// Writes the audit row, commits, and answers.
    pub async fn done<T>(self, subject: Subject, answer: T) -> Result<Done<T>> {
        audit::commit(self.tx, &self.origin, self.token.actor(), Outcome::Done, subject).await?;
        Ok(Done::committed(answer))
    }
}

impl<P: Scoped, S: Send + Sync> FromRequestParts<S> for Api<P>
where
    TenantState: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let tenants = TenantState::from_ref(state);
        let clinic = parts.extensions.get::<Arc<Clinic>>().cloned().ok_or(Error::NotFound)?;
        let origin = parts.extensions.get::<Origin>().cloned().ok_or_else(no_origin)?;
        // Without a token the database is not queried.
        let hash = token::hash(bearer(&parts.headers).ok_or(TOKEN_INVALID)?);
        let query = QUERY.bind(clinic.id, &Literals::default().bytes(hash.as_slice()));
        let (tx, row) = tenants.db.enter_with_query(&clinic, origin.reads_only, &query).await?;
        let (token, last_used_at) = read(&row.ok_or(TOKEN_INVALID)?, origin.now)?;
        origin.trail.set_token(&token);
        if !token.may(P::SCOPE) {
            audit::commit(tx, &origin, token.actor(), Outcome::Denied, Subject::nobody()).await?;
            let sentence = "The token does not allow this kind of resource.";
            return Err(Error::Refused { code: "scope_missing", sentence });
        }
        if last_used_at.is_none_or(|last| origin.now - last >= TOUCH_INTERVAL) {
            touch(&tx, token.id, origin.now).await?;
        }
        Ok(Self { clinic, tx, now: origin.now, token, origin, may: PhantomData })
    }
}

/// The token in the header. `None` if there are several headers or another scheme.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut all = headers.get_all(AUTHORIZATION).iter();
    let (Some(only), None) = (all.next(), all.next()) else { return None };
    let (scheme, token) = only.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn read(row: &QueryResult, now: DateTime<Utc>) -> Result<(ApiToken, Option<DateTime<Utc>>)> {
    let expires_at: DateTime<Utc> = row.try_get("", "expires_at")?;
    if expires_at <= now {
        return Err(TOKEN_INVALID.into());
    }
    let maker =
        Grants::in_force(row.try_get("", "role")?, row.try_get("", "is_owner")?, row.try_get("", "is_confirmed")?);
    let mut scopes: Vec<ApiScope> = row.try_get("", "scopes")?;
    // A token reads no more than its maker may read today. The query finds no token whose maker has left (`sql::API_TOKEN`).
    scopes.retain(|scope| reads(maker, *scope));
    let token = ApiToken { id: row.try_get("", "id")?, name: row.try_get("", "name")?, scopes };
    Ok((token, row.try_get("", "last_used_at")?))
}

/// Skips the update if the row is locked, because another request is doing the same update.
async fn touch(tx: &ClinicTx, id: ApiTokenId, now: DateTime<Utc>) -> Result<()> {
    let unlocked = Entity::find_by_id(id)
        .select_only()
        .column(Column::Id)
        .filter(Column::LastUsedAt.is_null().or(Column::LastUsedAt.lt(now)))
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .into_query();
    Entity::update_many()
        .col_expr(Column::LastUsedAt, Expr::value(now))
        .filter(Expr::col(Column::Id).eq(unlocked))
        .exec(tx)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_from_one_header_of_its_scheme() {
        let of = |values: &[&str]| {
            let headers = values.iter().map(|value| (AUTHORIZATION, value.parse().unwrap()));
            bearer(&headers.collect()).map(str::to_owned)
        };
        assert_eq!(of(&["Bearer abc"]).as_deref(), Some("abc"));
        assert_eq!(of(&["bearer  abc"]).as_deref(), Some("abc"));
        for none in [&[][..], &["abc"], &["Basic abc"], &["Bearer"], &["Bearer abc", "Bearer abc"]] {
            assert_eq!(of(none), None, "{none:?}");
        }
    }
}
