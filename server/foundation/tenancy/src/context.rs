//! `Ctx<P>` in, `Done<T>` out: a handler cannot reach a clinic's data without naming the permission for it, and
//! cannot answer without an audit row and a commit.

use std::{marker::PhantomData, sync::Arc};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{StatusCode, request::Parts},
    response::{IntoResponse, Response},
};
use chrono::{DateTime, NaiveDate, Utc};
use entity::words::Outcome;

use super::{
    Clinic, ClinicTx, Db, Subject,
    audit::{self, Origin},
    member::Member,
    session::{PROOF_HOLDS, SessionKeys, SessionRef},
    work::Work,
};
use crate::{
    authenticate::{self, Authenticated, Purpose},
    idempotency::{self, Claim, Claimed},
};
use base::{
    error::{Error, Refusal, Result},
    permission::{Access, KioskUse, Permission, SessionEnrol},
};

/// The answer to a request that needs a fresh proof of identity.
pub const PROOF_REQUIRED: Refusal =
    Refusal::new(StatusCode::FORBIDDEN, "proof_required", "Please enter your password again.");
const SECOND_FACTOR_REQUIRED: Refusal = Refusal::new(
    StatusCode::FORBIDDEN,
    "second_factor_required",
    "Your clinic asks everybody for two-step sign-in. Please set it up first.",
);

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
    /// The work and its audit row are committed already; only the response is still to be stored.
    is_audited: bool,
    may: PhantomData<P>,
}

/// An answer whose work is audited and committed. Only [`Ctx::done`] and its variants make one.
pub struct Done<T>(Answer<T>);

enum Answer<T> {
    Made(T),
    /// The complete response, because the response was stored.
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
    pub async fn done<T: IntoResponse>(self, subject: Subject, answer: T) -> Result<Done<T>> {
        let ctx = self.without_permission();
        Ok(Done(if ctx.claim.is_some() {
            Answer::Kept(ctx.store_and_commit(subject, answer.into_response()).await?)
        } else {
            ctx.commit(subject).await?;
            Answer::Made(answer)
        }))
    }

    /// The same for an answer with a secret (a link, a code), which is sent once and not stored. A repeated request receives `again`.
    pub async fn done_with_secret<T, A: IntoResponse>(self, subject: Subject, answer: T, again: A) -> Result<Done<T>> {
        self.without_permission().store_and_commit(subject, again.into_response()).await?;
        Ok(Done::committed(answer))
    }

    /// The same for an answer with a secret that may be made again. Nothing is stored, and a repeated request does the work again.
    pub async fn done_unstored<T>(self, subject: Subject, answer: T) -> Result<Done<T>> {
        self.without_permission().give_back_and_commit(subject).await?;
        Ok(Done::committed(answer))
    }

    /// Writes the audit row, commits and leaves the transaction, so that an external service can be called before the
    /// answer. The context that [`Paused::resume`] returns answers with [`Ctx::done`], which writes no second row.
    pub async fn commit_and_pause(self, subject: Subject) -> Result<Paused<P>> {
        let session_ref = SessionRef { session: self.authenticated.session, member: self.member.id };
        if let Some(claim) = self.claim {
            claim.give_back(&self.tx).await?;
        }
        audit::commit(self.tx, &self.origin, self.authenticated.actor(), Outcome::Done, subject).await?;
        Ok(Paused { clinic: self.clinic, session_ref, origin: self.origin, is_audited: true, may: PhantomData })
    }

    /// # Errors
    /// `PROOF_REQUIRED` unless the password or a code was given within the last 15 minutes.
    pub fn require_fresh_proof(&self) -> Result<()> {
        self.origin.trail.note_proof_required();
        if self.proved_until() > self.now { Ok(()) } else { Err(PROOF_REQUIRED.into()) }
    }

    /// The time at which the last proof of identity expires.
    pub fn proved_until(&self) -> DateTime<Utc> {
        self.authenticated.proved_at + PROOF_HOLDS
    }

    pub fn session(&self) -> &Authenticated {
        &self.authenticated
    }

    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Records that the member tried this action and was refused.
    pub async fn denied(self) -> Result<()> {
        if let Some(claim) = self.claim {
            claim.give_back(&self.tx).await?;
        }
        let actor = self.authenticated.actor();
        Ok(audit::commit(self.tx, &self.origin, actor, Outcome::Denied, Subject::nobody()).await?)
    }

    /// Leaves the transaction as [`Ctx::pause`] does, but commits its writes. A try is counted before the password is checked.
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

    /// Rolls back the transaction before work that must not hold one, such as hashing a password or calling Stripe.
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

/// The code that does not depend on the permission. In `Ctx<P>` it would be compiled for each permission and answer.
impl Ctx<()> {
    async fn commit(self, subject: Subject) -> Result<()> {
        if self.is_audited || self.origin.audit_action == "-" {
            self.tx.commit().await?;
        } else {
            audit::commit(self.tx, &self.origin, self.authenticated.actor(), Outcome::Done, subject).await?;
        }
        Ok(())
    }

    /// Stores the response for a repeated request, if this request has a key, and commits.
    async fn store_and_commit(mut self, subject: Subject, response: Response) -> Result<Response> {
        let response = match self.claim.take() {
            Some(claim) => {
                let needs_proof = self.origin.trail.needs_proof();
                claim.keep(&self.tx, response, &subject, needs_proof).await?
            }
            None => response,
        };
        self.commit(subject).await?;
        Ok(response)
    }

    /// Frees the key of the request, so that a repeated request does the work again, and commits.
    async fn give_back_and_commit(mut self, subject: Subject) -> Result<()> {
        if let Some(claim) = self.claim.take() {
            claim.give_back(&self.tx).await?;
        }
        self.commit(subject).await
    }
}

impl<P> Ctx<P> {
    /// The context of the rules that the handler calls.
    pub fn work(&self) -> Work<'_> {
        Work { tx: &self.tx, clinic: &self.clinic, now: self.now, by: Some(&self.member) }
    }

    /// Today's date in the clinic's time zone.
    pub fn today(&self) -> NaiveDate {
        self.work().today()
    }

    /// The same context with another permission, or none, in its type. Only this module changes the permission.
    fn with_permission<Q>(self) -> Ctx<Q> {
        let Self { clinic, member, access, tx, now, authenticated, claim, origin, is_audited, may: _ } = self;
        Ctx { clinic, member, access, tx, now, authenticated, claim, origin, is_audited, may: PhantomData }
    }

    fn without_permission(self) -> Ctx<()> {
        self.with_permission()
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
        let ctx = enter(state, self.clinic, self.session_ref, self.origin, true, P::NAME).await?;
        Ok(Ctx { is_audited: self.is_audited, ..ctx.with_permission() })
    }
}

/// The header of requests that a page sends without a person's action. These requests do not extend the session.
const BACKGROUND: &str = "x-background";

impl<P: Permission, S: Send + Sync> FromRequestParts<S> for Ctx<P>
where
    TenantState: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        Ok(enter_as_requested(parts, TenantState::from_ref(state), P::NAME).await?.with_permission())
    }
}

async fn enter_as_requested(parts: &Parts, state: TenantState, permission: &'static str) -> Result<Ctx<()>> {
    let clinic = parts.extensions.get::<Arc<Clinic>>().cloned().ok_or(Error::NotFound)?;
    let origin = parts.extensions.get::<Origin>().cloned().ok_or_else(no_origin)?;
    let session_ref = state.keys.read(clinic.id, &parts.headers, origin.now)?;
    // Neither reading the session (ASVS 7.3.1) nor an automatic refresh extends the session. A client that leaves the
    // header out, or sends it wrongly, changes only when its own session ends.
    let touch = parts.uri.path() != "/api/auth/session" && !parts.headers.contains_key(BACKGROUND);
    enter(&state, clinic, session_ref, origin, touch, permission).await
}

pub(super) fn no_origin() -> Error {
    Error::Internal("a request did not pass the gate".into())
}

/// A context for the permission of this name, which the member holds.
async fn enter(
    state: &TenantState,
    clinic: Arc<Clinic>,
    session_ref: SessionRef,
    origin: Origin,
    touch: bool,
    permission: &'static str,
) -> Result<Ctx<()>> {
    let purpose = Purpose { reads_only: origin.reads_only, touch };
    let (tx, authenticated) = authenticate::enter(&state.db, &clinic, session_ref, origin.now, purpose).await?;
    origin.trail.set_member(&authenticated);
    let member = authenticated.member.clone();
    // Checked here and not in the handlers, so that a new call is covered as well.
    if authenticated.kiosk.is_some() && permission != KioskUse::NAME {
        audit::commit(tx, &origin, authenticated.actor(), Outcome::Denied, Subject::nobody()).await?;
        let sentence = "This device is with a patient. Take it back with your PIN or password first.";
        return Err(Error::Refused { code: "handed_over", sentence });
    }
    if authenticated.must_enrol() && permission != SessionEnrol::NAME {
        audit::commit(tx, &origin, authenticated.actor(), Outcome::Denied, Subject::nobody()).await?;
        return Err(SECOND_FACTOR_REQUIRED.into());
    }
    if authenticated.support.is_some() && !origin.reads_only && origin.audit_action != "auth.logout" {
        audit::commit(tx, &origin, authenticated.actor(), Outcome::Denied, Subject::nobody()).await?;
        return Err(Error::Refused { code: "support_reads_only", sentence: "Support can look, and change nothing." });
    }
    let Some(access) = member.grants().access(permission) else {
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
                return Err(PROOF_REQUIRED.into());
            }
            Claimed::Repeated(previous) => {
                // The work is not done again, but a stored response is shown. The audit records whose data it holds.
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
