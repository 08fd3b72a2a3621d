//! Facts about a request that its handler finds and the layers around the handler need: who acts, the patient, and
//! whether the audit row was written.

use std::sync::{
    OnceLock,
    atomic::{AtomicBool, Ordering},
};

use entity::ids::PatientId;

use crate::{actor::Actor, api_token::ApiToken, authenticate::Authenticated};

/// Shared by everything that handles one request.
#[derive(Debug, Default)]
pub struct Trail {
    member: OnceLock<Authenticated>,
    token: OnceLock<ApiToken>,
    patient: OnceLock<PatientId>,
    is_written: AtomicBool,
    needs_proof: AtomicBool,
}

impl Trail {
    /// Called when the member has been authenticated.
    pub(super) fn set_member(&self, authenticated: &Authenticated) {
        // A request that pauses is authenticated twice, each time as the same person.
        let _ = self.member.set(authenticated.clone());
    }

    /// Called when a token has been found.
    pub(super) fn set_token(&self, token: &ApiToken) {
        let _ = self.token.set(token.clone());
    }

    /// The authenticated actor.
    pub(super) fn actor(&self) -> Option<Actor> {
        self.member.get().map(Authenticated::actor).or_else(|| self.token.get().map(ApiToken::actor))
    }

    /// Whether a token was found.
    pub(super) fn is_token(&self) -> bool {
        self.token.get().is_some()
    }

    /// The request's body names this patient, who may not exist.
    pub fn names_patient(&self, id: PatientId) {
        let _ = self.patient.set(id);
    }

    pub(super) fn patient(&self) -> Option<PatientId> {
        self.patient.get().copied()
    }

    pub(super) fn written(&self) {
        self.is_written.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_written(&self) -> bool {
        self.is_written.load(Ordering::Relaxed)
    }

    /// The handler required a fresh proof of identity.
    pub(super) fn note_proof_required(&self) {
        self.needs_proof.store(true, Ordering::Relaxed);
    }

    pub(super) fn needs_proof(&self) -> bool {
        self.needs_proof.load(Ordering::Relaxed)
    }
}
