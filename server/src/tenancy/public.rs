//! The two ways in without a session: somebody at the clinic's door, and a patient with a link.

use std::sync::Arc;

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};
use chrono::{DateTime, Utc};

use super::{
    Clinic, ClinicTx, Done, Subject,
    audit::{self, Actor, Origin, Outcome},
    context::{Gate, no_origin},
};
use crate::error::{Error, Result};

/// Somebody at the clinic's door: signing in, forgotten password, an invitation.
///
/// No transaction is open yet, because a password is hashed on the way; [`Visitor::enter`] opens
/// one as often as it takes.
pub struct Visitor {
    pub clinic: Arc<Clinic>,
    pub now: DateTime<Utc>,
    origin: Origin,
    gate: Gate,
}

impl Visitor {
    /// # Errors
    /// When the database is out of reach.
    pub async fn enter(&self) -> Result<ClinicTx> {
        Ok(self.gate.db.enter(&self.clinic, false).await?)
    }

    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Commits what stands in no audit: counts of tries.
    ///
    /// # Errors
    /// When it cannot be kept.
    pub async fn keep(&self, tx: ClinicTx) -> Result<()> {
        Ok(tx.commit().await?)
    }

    /// Writes the audit row about `member`, commits, and answers.
    ///
    /// # Errors
    /// When either cannot be done; then nothing happened.
    pub async fn done<T>(self, tx: ClinicTx, member: Option<i64>, answer: T) -> Result<Done<T>> {
        audit::write(&tx, &self.origin, Actor::Visitor(member), Outcome::Done, Subject::nobody()).await?;
        tx.commit().await?;
        Ok(Done::committed(answer))
    }

    /// Records a refusal that concerns a known member, with what the rule noted of it in `tx`.
    ///
    /// # Errors
    /// When it cannot be recorded.
    pub async fn refused(&self, tx: ClinicTx, member: i64) -> Result<()> {
        audit::write(&tx, &self.origin, Actor::Visitor(Some(member)), Outcome::Denied, Subject::nobody()).await?;
        Ok(tx.commit().await?)
    }

    /// Records a refusal that concerns a known member, such as a wrong password.
    ///
    /// # Errors
    /// When it cannot be recorded.
    pub async fn denied(&self, member: i64) -> Result<()> {
        self.refused(self.enter().await?, member).await
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Visitor
where
    Gate: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let gate = Gate::from_ref(state);
        let clinic = parts.extensions.get::<Arc<Clinic>>().cloned().ok_or(Error::NotFound)?;
        let origin = parts.extensions.get::<Origin>().cloned().ok_or_else(no_origin)?;
        Ok(Self { clinic, now: origin.now, origin, gate })
    }
}

/// A patient with a link. The link's token is checked by the rule that uses it; a cookie, if there
/// is one, changes nothing.
pub struct Portal {
    pub clinic: Arc<Clinic>,
    pub tx: ClinicTx,
    pub now: DateTime<Utc>,
    origin: Origin,
}

impl Portal {
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Writes the audit row, commits, and answers.
    ///
    /// # Errors
    /// When either cannot be done; then nothing happened.
    pub async fn done<T>(self, subject: Subject, answer: T) -> Result<Done<T>> {
        audit::write(&self.tx, &self.origin, Actor::Patient, Outcome::Done, subject).await?;
        self.tx.commit().await?;
        Ok(Done::committed(answer))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Portal
where
    Gate: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let gate = Gate::from_ref(state);
        let clinic = parts.extensions.get::<Arc<Clinic>>().cloned().ok_or(Error::NotFound)?;
        let origin = parts.extensions.get::<Origin>().cloned().ok_or_else(no_origin)?;
        let tx = gate.db.enter(&clinic, origin.reads_only).await?;
        Ok(Self { clinic, tx, now: origin.now, origin })
    }
}
