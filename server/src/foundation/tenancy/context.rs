//! `Ctx<P>` in, `Done<T>` out: a handler cannot reach a clinic's data without having named the
//! permission for it, and cannot answer without having audited and committed.

use std::{marker::PhantomData, sync::Arc};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, Utc};

use super::{
    Clinic, ClinicTx, Db, Subject,
    audit::{self, Origin, Outcome},
    member::Member,
    session::{PROOF_HOLDS, SessionKeys, SessionRef},
};
use crate::foundation::{
    error::{Error, Result},
    permission::{Access, Permission, SessionEnrol},
    tenancy::{
        authenticate::{self, Authenticated, Purpose},
        idempotency::{self, Claim, Claimed},
    },
};

/// What the extractors of this module need of the application's state.
#[derive(Clone)]
pub struct TenantState {
    pub db: Db,
    pub keys: SessionKeys,
}

/// Who asks, in which clinic, with the right to `P` already checked, inside the one transaction
/// that the request runs in.
pub struct Ctx<P> {
    pub clinic: Arc<Clinic>,
    pub member: Member,
    /// How much of `P` the member holds.
    pub access: Access,
    pub tx: ClinicTx,
    /// The time of the request: rules take it from here.
    pub now: DateTime<Utc>,
    admitted: Authenticated,
    /// For a request that wants to be done once.
    claim: Option<Claim>,
    pub(super) origin: Origin,
    /// The work was committed with its audit row before; the answer alone is still to be kept.
    is_audited: bool,
    may: PhantomData<P>,
}

/// An answer whose work is audited and committed. Only [`Ctx::done`] and its like make one.
pub struct Done<T>(Answer<T>);

enum Answer<T> {
    Made(T),
    /// Already as it goes out, because it was kept.
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
    /// When either cannot be done; then nothing happened.
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

    /// The same for an answer that holds a secret, which is told this once and not kept: a link, a
    /// code. A request that comes again is answered `again`.
    ///
    /// # Errors
    /// When it cannot be audited or committed; then nothing happened.
    pub async fn done_telling<T, A: IntoResponse>(mut self, subject: Subject, answer: T, again: A) -> Result<Done<T>> {
        if let Some(claim) = self.claim.take() {
            let needs_proof = self.origin.trail.needs_proof();
            claim.keep(&self.tx, again.into_response(), &subject, needs_proof).await?;
        }
        self.commit(subject, Answer::Made(answer)).await
    }

    /// The same for an answer that holds a secret and does no harm when it is made again: nothing of it
    /// is kept, and a request that comes again is done again.
    ///
    /// # Errors
    /// When it cannot be audited or committed; then nothing happened.
    pub async fn done_anew<T>(mut self, subject: Subject, answer: T) -> Result<Done<T>> {
        if let Some(claim) = self.claim.take() {
            claim.give_back(&self.tx).await?;
        }
        self.commit(subject, Answer::Made(answer)).await
    }

    async fn commit<T>(self, subject: Subject, answer: Answer<T>) -> Result<Done<T>> {
        if self.is_audited || self.origin.audit_action == "-" {
            self.tx.commit().await?;
        } else {
            audit::commit(self.tx, &self.origin, self.admitted.actor(), Outcome::Done, subject).await?;
        }
        Ok(Done(answer))
    }

    /// Writes the audit row and commits the work, and leaves the transaction: somebody else is asked before the request
    /// can be answered. The context that comes back answers with [`Ctx::done`], which leaves no second row.
    ///
    /// # Errors
    /// When either cannot be done; then nothing happened.
    pub async fn done_before_asking(self, subject: Subject) -> Result<Paused<P>> {
        let named = SessionRef { session: self.admitted.session, member: self.member.id };
        if let Some(claim) = self.claim {
            claim.give_back(&self.tx).await?;
        }
        audit::commit(self.tx, &self.origin, self.admitted.actor(), Outcome::Done, subject).await?;
        Ok(Paused { clinic: self.clinic, named, origin: self.origin, is_audited: true, may: PhantomData })
    }

    /// # Errors
    /// [`Error::ProofRequired`] unless the password or a code was given within the last 15 minutes.
    pub fn require_fresh_proof(&self) -> Result<()> {
        self.origin.trail.asked_for_proof();
        if self.proved_until() > self.now { Ok(()) } else { Err(Error::ProofRequired) }
    }

    /// Until when the last proof of identity counts.
    pub fn proved_until(&self) -> DateTime<Utc> {
        self.admitted.proved_at + PROOF_HOLDS
    }

    pub fn session(&self) -> &Authenticated {
        &self.admitted
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
        let actor = self.admitted.actor();
        Ok(audit::commit(self.tx, &self.origin, actor, Outcome::Denied, Subject::nobody()).await?)
    }

    /// Leaves the transaction as [`Ctx::pause`] does, and keeps what was noted in it: a try that is
    /// counted before it is looked at.
    ///
    /// # Errors
    /// When it cannot be kept.
    pub async fn note_and_pause(self) -> Result<Paused<P>> {
        let named = SessionRef { session: self.admitted.session, member: self.member.id };
        if let Some(claim) = self.claim {
            claim.give_back(&self.tx).await?;
        }
        self.tx.commit().await?;
        Ok(Paused { clinic: self.clinic, named, origin: self.origin, is_audited: self.is_audited, may: PhantomData })
    }

    /// Leaves the transaction, for work that must not hold one: asking somebody else.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn pause(self) -> Result<Paused<P>> {
        let named = SessionRef { session: self.admitted.session, member: self.member.id };
        self.tx.rollback().await?;
        Ok(Paused { clinic: self.clinic, named, origin: self.origin, is_audited: self.is_audited, may: PhantomData })
    }
}

/// A request between two transactions. Coming back checks everything again.
pub struct Paused<P> {
    clinic: Arc<Clinic>,
    named: SessionRef,
    origin: Origin,
    is_audited: bool,
    may: PhantomData<P>,
}

impl<P: Permission> Paused<P> {
    /// # Errors
    /// When the session or the right to `P` has gone in the meantime.
    pub async fn resume(self, state: &TenantState) -> Result<Ctx<P>> {
        let ctx = enter(state, self.clinic, self.named, self.origin, true).await?;
        Ok(Ctx { is_audited: self.is_audited, ..ctx })
    }
}

/// Sent with what a page asks for without anybody at the screen: it does not keep the session alive.
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
        let named = state.keys.read(clinic.id, &parts.headers, origin.now)?;
        // Asking who is signed in must not keep a session alive (ASVS 7.3.1).
        // Nor may what a page refreshes by itself. A client that leaves the header out, or claims it
        // wrongly, changes only when its own session ends.
        let touch = parts.uri.path() != "/api/auth/session" && !parts.headers.contains_key(BACKGROUND);
        enter(&state, clinic, named, origin, touch).await
    }
}

pub(super) fn no_origin() -> Error {
    Error::Internal("a request came past the http layer".into())
}

async fn enter<P: Permission>(
    state: &TenantState,
    clinic: Arc<Clinic>,
    named: SessionRef,
    origin: Origin,
    touch: bool,
) -> Result<Ctx<P>> {
    let purpose = Purpose { reads_only: origin.reads_only, touch };
    let (tx, admitted) = authenticate::enter(&state.db, &clinic, named, origin.now, purpose).await?;
    origin.trail.asks(&admitted);
    let member = admitted.member.clone();
    // Here and not in the handlers: a call that is added tomorrow is closed as well.
    if admitted.must_enrol() && P::NAME != SessionEnrol::NAME {
        audit::commit(tx, &origin, admitted.actor(), Outcome::Denied, Subject::nobody()).await?;
        return Err(Error::SecondFactorRequired);
    }
    if admitted.support.is_some() && !origin.reads_only && origin.audit_action != "auth.logout" {
        audit::commit(tx, &origin, admitted.actor(), Outcome::Denied, Subject::nobody()).await?;
        return Err(Error::Refused { code: "support_reads_only", sentence: "Support can look, and change nothing." });
    }
    let Some(access) = member.standing().access(P::NAME) else {
        // Who tried what they may not is worth knowing; a stranger's attempt is not: it would be a
        // way to fill the disk.
        audit::commit(tx, &origin, admitted.actor(), Outcome::Denied, Subject::nobody()).await?;
        return Err(Error::Forbidden);
    };
    let claim = match &origin.once {
        Some(once) => match idempotency::claim(&tx, &state.keys, clinic.id, named, once, origin.now).await? {
            Claimed::First(claim) => Some(claim),
            // What needed a proof of identity shows its answer to nobody without one.
            Claimed::Again(kept) if kept.needs_proof && admitted.proved_at + PROOF_HOLDS <= origin.now => {
                return Err(Error::ProofRequired);
            }
            Claimed::Again(kept) => {
                // Nothing is done, and an answer is shown: whose data it holds is written down.
                audit::commit(tx, &origin, admitted.actor(), Outcome::Repeated, kept.subject).await?;
                return Err(Error::Repeated(Box::new(kept.answer)));
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
        admitted,
        claim,
        origin,
        is_audited: false,
        may: PhantomData,
    })
}
