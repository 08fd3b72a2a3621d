//! The patients and objects that a request was about, for the audit.

use entity::ids::PatientId;

use super::audit_detail::{Change, Detail, SignedDigest};

/// The patients and objects that an action touched, and its changes to a member or to a patient's details. Never holds a clinical word.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Subject {
    pub(super) patients: Vec<PatientId>,
    pub(super) objects: Vec<i64>,
    pub(super) detail: Detail,
}

impl Subject {
    /// No patient and no object.
    pub fn nobody() -> Self {
        Self::default()
    }

    /// One patient.
    pub fn patient(id: PatientId) -> Self {
        Self { patients: vec![id], ..Self::default() }
    }

    /// These patients, as a list shows them.
    pub fn patients(ids: impl IntoIterator<Item = PatientId>) -> Self {
        let mut patients: Vec<_> = ids.into_iter().collect();
        patients.sort_unstable();
        patients.dedup();
        Self { patients, ..Self::default() }
    }

    /// An object that belongs to no patient.
    pub fn object(id: impl Into<i64>) -> Self {
        Self { objects: vec![id.into()], ..Self::default() }
    }

    /// Adds a patient.
    #[must_use]
    pub(super) fn with_patient(mut self, id: PatientId) -> Self {
        if !self.patients.contains(&id) {
            self.patients.push(id);
        }
        self
    }

    /// Adds an object, such as the treatment or the consent.
    #[must_use]
    pub fn and(mut self, object: impl Into<i64>) -> Self {
        self.objects.push(object.into());
        self
    }

    /// Adds the changes, with the values before and after. Never a secret, never a clinical word.
    #[must_use]
    pub fn changed(mut self, changes: impl IntoIterator<Item = Change>) -> Self {
        self.detail.changed.extend(changes);
        self
    }

    /// Adds what was signed: the table, the row, and the digest of its content.
    #[must_use]
    pub fn signed(mut self, table: &str, id: impl Into<i64>, digest: &[u8]) -> Self {
        self.detail.signed.push(SignedDigest { table: table.to_owned(), id: id.into(), sha256: hex::encode(digest) });
        self
    }
}
