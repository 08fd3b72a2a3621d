//! `Ctx<P>` in, `Done<T>` out: a handler cannot reach a clinic's data without naming the permission for it, and
//! cannot answer without an audit row and a commit.

use std::{marker::PhantomData, sync::Arc};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, Utc};

use super::{
    Clinic, ClinicTx, Db, Subject,
    audit::{self, Origin},
    member::Member,
    session::{PROOF_HOLDS, SessionKeys, SessionRef},
};
use crate::foundation::{
    error::{Error, Result},
    permission::{Access, KioskUse, Permission, SessionEnrol},
    tenancy::{
        authenticate::{self, Authenticated, Purpose},
        idempotency::{self, Claim, Claimed},
    },
};
use entity::words::Outcome;

/// What the extractors of this module need from the application's state.
#[derive(Clone)]
pub struct TenantState {
    pub db: Db,
    pub keys: SessionKeys,
}

/// An authenticated member in one clinic who holds permission `P`, inside the one transaction of the request.
pub struct Ctx<P> {
    pub clinic: Arc<Clinic>,
    pub member: Member,
    /// How much of `P` the member holds.
    pub access: Access,
    pub tx: ClinicTx,
    /// The time of the request, for all rules.
    pub now: DateTime<Utc>,
    authenticated: Authenticated,
    /// Present when the request has an idempotency key.
    claim: Option<Claim>,
    pub(super) origin: Origin,
    /// The work was committed with its audit row before; only the response is still to be stored.
    is_audited: bool,
    may: PhantomData<P>,
}

/// An answer whose work is audited and committed. Only [`Ctx::done`] and its variants make one.
pub struct Done<T>(Answer<T>);

enum Answer<T> {
    Made(T),
    /// The complete response, because it was stored.
    Kept(Response),
}

impl<T> Done<T> {
    pub(super) fn committed(answer: T) -> Self {
        Self(Answer::Made(answer))
    }
}

impl<T: IntoResponse> IntoResponse for Done<T> {
    fn into_response(self) -> Response {
        match self.0 {
            Answer::Made(answer) => answer.into_response(),
            Answer::Kept(response) => response,
        }
    }
}

impl<P: Permission> Ctx<P> {
    /// Writes the audit row, commits, and answers.
    ///
    /// # Errors
    /// When the audit row or the commit fails; then nothing happened.
    pub async fn done<T: IntoResponse>(mut self, subject: Subject, answer: T) -> Result<Done<T>> {
        let answer = match self.claim.take() {
            Some(claim) => {
                let needs_proof = self.origin.trail.needs_proof();
                Answer::Kept(claim.keep(&self.tx, answer.into_response(), &subject, needs_proof).await?)
            }
            None => Answer::Made(answer),
        };
        self.commit(subject, answer).await
    }

    /// The same for an answer that holds a secret (a link, a code), which is sent once and not stored. A
    /// repeated request receives `again`.
    ///
    /// # Errors
    /// When the audit row or the commit fails; then nothing happened.
    pub async fn done_with_secret<T, A: IntoResponse>(
        mut self,
        subject: Subject,
        answer: T,
        again: A,
    ) -> Result<Done<T>> {
        if let Some(claim) = self.claim.take() {
            let needs_proof = self.origin.trail.needs_proof();
            claim.keep(&self.tx, again.into_response(), &subject, needs_proof).await?;
        }
        self.commit(subject, Answer::Made(answer)).await
    }

    /// The same for an answer that holds a secret and may be made again: nothing is stored, and a repeated
    /// request is done again.
    ///
    /// # Errors
    /// When the audit row or the commit fails; then nothing happened.
    pub async fn done_unstored<T>(mut self, subject: Subject, answer: T) -> Result<Done<T>> {
        if let Some(claim) = self.claim.take() {
            claim.give_back(&self.tx).await?;
        }
        self.commit(subject, Answer::Made(answer)).await
    }

    async fn commit<T>(self, subject: Subject, answer: Answer<T>) -> Result<Done<T>> {
        if self.is_audited || self.origin.audit_action == "-" {
            self.tx.commit().await?;
        } else {
            audit::commit(self.tx, &self.origin, self.authenticated.actor(), Outcome::Done, subject).await?;
        }
        Ok(Done(answer))
    }

    /// Writes the audit row, commits the work and leaves the transaction, because an external service is called
    /// before the answer. The context that [`Paused::resume`] returns answers with [`Ctx::done`], which writes
    /// no second row.
    ///
    /// # Errors
    /// When the audit row or the commit fails; then nothing happened.
    pub async fn commit_and_pause(self, subject: Subject) -> Result<Paused<P>> {
        let session_ref = SessionRef { session: self.authenticated.session, member: self.member.id };
        if let Some(claim) = self.claim {
            claim.give_back(&self.tx).await?;
        }
        audit::commit(self.tx, &self.origin, self.authenticated.actor(), Outcome::Done, subject).await?;
        Ok(Paused { clinic: self.clinic, session_ref, origin: self.origin, is_audited: true, may: PhantomData })
    }

    /// # Errors
    /// [`Error::ProofRequired`] unless the password or a code was given within the last 15 minutes.
    pub fn require_fresh_proof(&self) -> Result<()> {
        self.origin.trail.note_proof_required();
        if self.proved_until() > self.now { Ok(()) } else { Err(Error::ProofRequired) }
    }

    /// Until when the last proof of identity is valid.
    pub fn proved_until(&self) -> DateTime<Utc> {
        self.authenticated.proved_at + PROOF_HOLDS
    }

    pub fn session(&self) -> &Authenticated {
        &self.authenticated
    }

    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Records that the member tried this and was refused.
    ///
    /// # Errors
    /// When it cannot be recorded.
    pub async fn denied(self) -> Result<()> {
        if let Some(claim) = self.claim {
            claim.give_back(&self.tx).await?;
        }
        let actor = self.authenticated.actor();
        Ok(audit::commit(self.tx, &self.origin, actor, Outcome::Denied, Subject::nobody()).await?)
    }

    /// Leaves the transaction as [`Ctx::pause`] does, but commits what was written in it: a try is counted
    /// before the password is checked.
    ///
    /// # Errors
    /// When it cannot be committed.
    pub async fn note_and_pause(self) -> Result<Paused<P>> {
        let session_ref = SessionRef { session: self.authenticated.session, member: self.member.id };
        if let Some(claim) = self.claim {
            claim.give_back(&self.tx).await?;
        }
        self.tx.commit().await?;
        Ok(Paused {
            clinic: self.clinic,
            session_ref,
            origin: self.origin,
            is_audited: self.is_audited,
            may: PhantomData,
        })
    }

    /// Leaves the transaction for work that must not hold one, such as hashing a password or calling Stripe.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn pause(self) -> Result<Paused<P>> {
        let session_ref = SessionRef { session: self.authenticated.session, member: self.member.id };
        self.tx.rollback().await?;
        Ok(Paused {
            clinic: self.clinic,
            session_ref,
            origin: self.origin,
            is_audited: self.is_audited,
            may: PhantomData,
        })
    }
}

/// A request between two transactions. Resuming checks session and permission again.
pub struct Paused<P> {
    clinic: Arc<Clinic>,
    session_ref: SessionRef,
    origin: Origin,
    is_audited: bool,
    may: PhantomData<P>,
}

impl<P: Permission> Paused<P> {
    /// # Errors
    /// When the session or the right to `P` no longer exists.
    pub async fn resume(self, state: &TenantState) -> Result<Ctx<P>> {
        let ctx = enter(state, self.clinic, self.session_ref, self.origin, true).await?;
        Ok(Ctx { is_audited: self.is_audited, ..ctx })
    }
}

/// The header of requests that a page sends by itself, with nobody at the screen: they do not extend the
/// session.
const BACKGROUND: &str = "x-background";

impl<P: Permission, S: Send + Sync> FromRequestParts<S> for Ctx<P>
where
    TenantState: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let state = TenantState::from_ref(state);
        let clinic = parts.extensions.get::<Arc<Clinic>>().cloned().ok_or(Error::NotFound)?;
        let origin = parts.extensions.get::<Origin>().cloned().ok_or_else(no_origin)?;
        let session_ref = state.keys.read(clinic.id, &parts.headers, origin.now)?;
        // Neither reading the session (ASVS 7.3.1) nor what a page refreshes by itself extends the session. A
        // client that leaves the header out, or sends it wrongly, changes only when its own session ends.
        let touch = parts.uri.path() != "/api/auth/session" && !parts.headers.contains_key(BACKGROUND);
        enter(&state, clinic, session_ref, origin, touch).await
    }
}

pub(super) fn no_origin() -> Error {
    Error::Internal("a request did not pass the gate".into())
}

async fn enter<P: Permission>(
    state: &TenantState,
    clinic: Arc<Clinic>,
    session_ref: SessionRef,
    origin: Origin,
    touch: bool,
) -> Result<Ctx<P>> {
    let purpose = Purpose { reads_only: origin.reads_only, touch };
    let (tx, authenticated) = authenticate::enter(&state.db, &clinic, session_ref, origin.now, purpose).await?;
    origin.trail.set_member(&authenticated);
    let member = authenticated.member.clone();
    // Here and not in the handlers, so that a new call is covered as well.
    if authenticated.kiosk.is_some() && P::NAME != KioskUse::NAME {
        audit::commit(tx, &origin, authenticated.actor(), Outcome::Denied, Subject::nobody()).await?;
        let sentence = "This device is with a patient. Take it back with your PIN or password first.";
        return Err(Error::Refused { code: "handed_over", sentence });
    }
    if authenticated.must_enrol() && P::NAME != SessionEnrol::NAME {
        audit::commit(tx, &origin, authenticated.actor(), Outcome::Denied, Subject::nobody()).await?;
        return Err(Error::SecondFactorRequired);
    }
    if authenticated.support.is_some() && !origin.reads_only && origin.audit_action != "auth.logout" {
        audit::commit(tx, &origin, authenticated.actor(), Outcome::Denied, Subject::nobody()).await?;
        return Err(Error::Refused { code: "support_reads_only", sentence: "Support can look, and change nothing." });
    }
    let Some(access) = member.grants().access(P::NAME) else {
        // A member's refused attempt is recorded. An anonymous one is not: anybody could fill the disk with them.
        audit::commit(tx, &origin, authenticated.actor(), Outcome::Denied, Subject::nobody()).await?;
        return Err(Error::Forbidden);
    };
    let claim = match &origin.idempotency_key {
        Some(key) => match idempotency::claim(&tx, &state.keys, clinic.id, session_ref, key, origin.now).await? {
            Claimed::First(claim) => Some(claim),
            // A response that needed a proof of identity is not shown without a fresh one.
            Claimed::Repeated(previous)
                if previous.needs_proof && authenticated.proved_at + PROOF_HOLDS <= origin.now =>
            {
                return Err(Error::ProofRequired);
            }
            Claimed::Repeated(previous) => {
                // Nothing is done again, but a stored response is shown: the audit records whose data it holds.
                audit::commit(tx, &origin, authenticated.actor(), Outcome::Repeated, previous.subject).await?;
                return Err(Error::Repeated(Box::new(previous.answer)));
            }
        },
        None => None,
    };
    Ok(Ctx {
        clinic,
        member,
        access,
        tx,
        now: origin.now,
        authenticated,
        claim,
        origin,
        is_audited: false,
        may: PhantomData,
    })
}
