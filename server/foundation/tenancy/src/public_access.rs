//! The two extractors without a session: a visitor who is not signed in yet, and a patient with a link.

use std::sync::{Arc, LazyLock};

use axum::{
    extract::{FromRef, FromRequestParts, Path},
    http::{StatusCode, request::Parts},
};
use chrono::{DateTime, NaiveDate, Utc};
use entity::{ids::MemberId, words::Outcome};
use sea_orm::{DbErr, FromQueryResult};

use super::{
    Clinic, ClinicTx, Db, Done, Subject, Work,
    actor::Actor,
    audit::{self, Origin},
    context::{TenantState, no_origin},
    literals::Literals,
    sql,
};
use crate::prepared::PreparedQuery;
use base::error::{Error, Refusal, Result};
use crypto::token;

/// The answer to a link that is unknown, used, expired or withdrawn.
pub const LINK_INVALID: Refusal = Refusal::new(
    StatusCode::NOT_FOUND,
    "link_invalid",
    "This link is invalid or has expired. Please ask for a new one.",
);

/// The empty query that begins a visitor's transaction, so that the transaction can be audited.
static EMPTY_QUERY: LazyLock<PreparedQuery> = LazyLock::new(|| PreparedQuery::new(sql::NOTHING));

/// A transaction that can be audited, with nobody authenticated yet.
pub(super) async fn enter_unauthenticated(db: &Db, clinic: &Clinic) -> Result<ClinicTx, DbErr> {
    let query = EMPTY_QUERY.bind(clinic.id, &Literals::default());
    Ok(db.enter_with_query(clinic, false, &query).await?.0)
}

/// A person at the clinic's host who is not signed in: sign-in, forgotten password, an invitation.
///
/// It opens no transaction by itself, because a password is hashed between two transactions; [`Visitor::enter`] opens one when needed.
pub struct Visitor {
    pub clinic: Arc<Clinic>,
    pub now: DateTime<Utc>,
    /// The token of the device, if a member has signed in on it before.
    pub device: Option<String>,
    origin: Origin,
    tenants: TenantState,
}

impl Visitor {
    pub async fn enter(&self) -> Result<ClinicTx> {
        Ok(enter_unauthenticated(&self.tenants.db, &self.clinic).await?)
    }

    /// The context of the rules that the handler calls within a transaction of [`Visitor::enter`].
    pub fn work<'a>(&'a self, tx: &'a ClinicTx) -> Work<'a> {
        Work { tx, clinic: &self.clinic, now: self.now, by: None }
    }

    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Commits writes that have no audit row: counts of tries.
    pub async fn keep(&self, tx: ClinicTx) -> Result<()> {
        Ok(tx.commit().await?)
    }

    /// Writes the audit row about `member`, commits, and answers.
    pub async fn done<T>(self, tx: ClinicTx, member: Option<MemberId>, answer: T) -> Result<Done<T>> {
        audit::commit(tx, &self.origin, Actor::Visitor(member), Outcome::Done, Subject::nobody()).await?;
        Ok(Done::committed(answer))
    }

    /// The same about a patient who acts without a session and has just proved their address or number.
    pub async fn done_by_patient<T>(self, tx: ClinicTx, subject: Subject, answer: T) -> Result<Done<T>> {
        audit::commit(tx, &self.origin, Actor::Patient, Outcome::Done, subject).await?;
        Ok(Done::committed(answer))
    }

    /// Commits and answers a call that touches nobody's data. Fails if the matrix gives the call an audit action.
    pub async fn done_unaudited<T>(self, tx: ClinicTx, answer: T) -> Result<Done<T>> {
        if self.origin.audit_action != "-" {
            return Err(Error::Internal("a call with an audit action left no row".into()));
        }
        tx.commit().await?;
        Ok(Done::committed(answer))
    }

    /// Records a refusal that concerns a known member, and commits `tx` with it.
    pub async fn refused(&self, tx: ClinicTx, member: MemberId) -> Result<()> {
        let actor = Actor::Visitor(Some(member));
        Ok(audit::commit(tx, &self.origin, actor, Outcome::Denied, Subject::nobody()).await?)
    }

    /// Records a refusal that concerns a known member, such as a wrong password.
    pub async fn denied(&self, member: MemberId) -> Result<()> {
        self.refused(self.enter().await?, member).await
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Visitor
where
    TenantState: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let tenants = TenantState::from_ref(state);
        let clinic = parts.extensions.get::<Arc<Clinic>>().cloned().ok_or(Error::NotFound)?;
        let origin = parts.extensions.get::<Origin>().cloned().ok_or_else(no_origin)?;
        let device = tenants.keys.device(&parts.headers);
        Ok(Self { clinic, now: origin.now, device, origin, tenants })
    }
}

/// The target of a link. It is read in the same round trip that enters the clinic.
pub trait Linked: FromQueryResult + Send {
    /// The query; its parameter is the hexadecimal form of the token's hash.
    fn query() -> &'static PreparedQuery;

    /// The answer to a text that cannot be a token. The database is not queried for it.
    fn invalid() -> Error {
        LINK_INVALID.into()
    }
}

/// A patient with a link. A cookie has no effect. The rule that uses the target decides whether the target may still be shown.
pub struct Portal<L> {
    pub clinic: Arc<Clinic>,
    pub tx: ClinicTx,
    pub now: DateTime<Utc>,
    /// The target of the link. `None` if the token is unknown.
    pub found: Option<L>,
    origin: Origin,
}

impl<L> Portal<L> {
    /// The context of the rules that the handler calls.
    pub fn work(&self) -> Work<'_> {
        Work { tx: &self.tx, clinic: &self.clinic, now: self.now, by: None }
    }

    /// Today's date in the clinic's time zone.
    pub fn today(&self) -> NaiveDate {
        self.work().today()
    }

    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Writes the audit row, commits, and answers.
    pub async fn done<T>(self, subject: Subject, answer: T) -> Result<Done<T>> {
        audit::commit(self.tx, &self.origin, Actor::Patient, Outcome::Done, subject).await?;
        Ok(Done::committed(answer))
    }
}

impl<L> Portal<L> {
    /// The same for a link that belongs to a member, such as that of a calendar.
    pub async fn done_for_member<T>(self, member: MemberId, subject: Subject, answer: T) -> Result<Done<T>> {
        audit::commit(self.tx, &self.origin, Actor::Visitor(Some(member)), Outcome::Done, subject).await?;
        Ok(Done::committed(answer))
    }

    /// Commits and answers without an audit row, because the answer shows nobody's data.
    pub async fn done_unchanged<T>(self, answer: T) -> Result<Done<T>> {
        self.tx.commit().await?;
        Ok(Done::committed(answer))
    }
}

impl<L: Linked, S: Send + Sync> FromRequestParts<S> for Portal<L>
where
    TenantState: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let tenants = TenantState::from_ref(state);
        let clinic = parts.extensions.get::<Arc<Clinic>>().cloned().ok_or(Error::NotFound)?;
        let origin = parts.extensions.get::<Origin>().cloned().ok_or_else(no_origin)?;
        // A token that is not valid text is treated as an unknown one.
        let token = Path::<String>::from_request_parts(parts, state).await.map(|Path(token)| token);
        let hash = token::checked_hash(&token.unwrap_or_default()).ok_or_else(L::invalid)?;
        let values = Literals::default().bytes(hash.as_slice());
        let query = L::query().bind(clinic.id, &values);
        let (tx, row) = tenants.db.enter_with_query(&clinic, origin.reads_only, &query).await?;
        let found = row.map(|row| L::from_query_result(&row, "")).transpose()?;
        Ok(Self { clinic, tx, now: origin.now, found, origin })
    }
}
