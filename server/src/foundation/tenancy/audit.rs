//! The audit row: who did or tried what, whose data it touched, when, from where. It is written in the
//! request's own transaction; if it cannot be written, the request fails.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use entity::{
    clinic::Signer,
    ids::{ApiTokenId, MemberId, PatientId},
    words::{ActorKind, Outcome},
};
use sea_orm::DbErr;
use uuid::Uuid;

use super::{
    audit_detail::{Change, Detail, SignedMark},
    audit_row::Row,
    trail::Trail,
    tx::ClinicTx,
};
use crate::foundation::tenancy::idempotency::IdempotencyKey;

/// Whose data and which objects an action touched, and what it changed about a member or in a patient's details. Never
/// a clinical word.
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

    /// Adds what was changed, with the values before and after. Never a secret, never a
    /// clinical word.
    #[must_use]
    pub fn changed(mut self, changes: impl IntoIterator<Item = Change>) -> Self {
        self.detail.changed.extend(changes);
        self
    }

    /// Adds what was signed: the table, the row, and the digest of its content.
    #[must_use]
    pub fn signed(mut self, table: &str, id: impl Into<i64>, digest: &[u8]) -> Self {
        self.detail.signed.push(SignedMark { table: table.to_owned(), id: id.into(), sha256: hex::encode(digest) });
        self
    }
}

/// Facts about a request from before the authentication, set by the gate.
#[derive(Debug, Clone)]
pub struct Origin {
    pub request_id: Uuid,
    pub now: DateTime<Utc>,
    /// The client's address, with trusted proxies taken into account.
    pub ip: String,
    pub user_agent: String,
    /// From the matrix; `-` leaves no row.
    pub audit_action: String,
    /// Whether the request only reads.
    pub reads_only: bool,
    /// The idempotency key, if the client sent one.
    pub once: Option<IdempotencyKey>,
    /// Filled in while the request is handled.
    pub trail: Arc<Trail>,
}

/// Who acted.
pub(super) enum Actor {
    Member(Signer),
    /// Nobody is signed in; the member whom the attempt concerns, if one is known.
    Visitor(Option<MemberId>),
    Patient,
    /// One of the service's own people, with a support grant.
    Support(String),
    /// Another program.
    Token {
        id: ApiTokenId,
        name: String,
    },
}

/// Writes the row and commits, in one round trip.
pub(super) async fn commit(
    tx: ClinicTx,
    origin: &Origin,
    actor: Actor,
    outcome: Outcome,
    subject: Subject,
) -> Result<(), DbErr> {
    let (mut name, mut licence) = (None, None);
    let (kind, member_id, role) = match actor {
        Actor::Member(member) => {
            (name, licence) = (Some(member.name), member.licence);
            (ActorKind::Member, Some(MemberId::from(member.id)), Some(member.role))
        }
        Actor::Visitor(about) => (ActorKind::Visitor, about, None),
        Actor::Patient => (ActorKind::Patient, None, None),
        Actor::Token { id, name: token } => {
            name = Some(token);
            (ActorKind::Token, None, Some(format!("API token {id}")))
        }
        Actor::Support(operator) => (ActorKind::Operator, None, Some(format!("{operator} (support)"))),
    };
    let detail = subject.detail.to_text();
    let row = Row {
        at: origin.now,
        request_id: origin.request_id,
        member_id,
        actor: kind,
        role: role.as_deref(),
        action: &origin.audit_action,
        outcome,
        patient_ids: &subject.patients,
        object_ids: &subject.objects,
        ip: &origin.ip,
        user_agent: &origin.user_agent,
        actor_name: name.as_deref(),
        actor_licence: licence.as_deref(),
        detail: detail.as_deref(),
    };
    tx.commit_with(&row.values()).await?;
    origin.trail.written();
    Ok(())
}
