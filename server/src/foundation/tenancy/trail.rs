//! What becomes known of a request on its way, for the layer around its handler: who asked, about
//! whom, and whether the audit has its row.

use std::sync::{
    OnceLock,
    atomic::{AtomicBool, Ordering},
};

use crate::foundation::tenancy::authenticate::Authenticated;

/// Shared by everything that sees one request.
#[derive(Debug, Default)]
pub struct Trail {
    asker: OnceLock<Authenticated>,
    patient: OnceLock<i64>,
    is_written: AtomicBool,
    needs_proof: AtomicBool,
}

impl Trail {
    /// Somebody signed in asks.
    pub(super) fn asks(&self, admitted: &Authenticated) {
        // A request that pauses comes in twice, as the same person.
        let _ = self.asker.set(admitted.clone());
    }

    pub(super) fn asker(&self) -> Option<&Authenticated> {
        self.asker.get()
    }

    /// The request's body names this patient, who need not be there.
    pub fn names_patient(&self, id: i64) {
        let _ = self.patient.set(id);
    }

    pub(super) fn patient(&self) -> Option<i64> {
        self.patient.get().copied()
    }

    pub(super) fn written(&self) {
        self.is_written.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_written(&self) -> bool {
        self.is_written.load(Ordering::Relaxed)
    }

    /// The handler asked for a fresh proof of identity.
    pub(super) fn asked_for_proof(&self) {
        self.needs_proof.store(true, Ordering::Relaxed);
    }

    pub(super) fn needs_proof(&self) -> bool {
        self.needs_proof.load(Ordering::Relaxed)
    }
}
