//! The audit row: who did or tried what, whose data it touched, when, from where. Written in the
//! request's own transaction; if it cannot be written, the request fails.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use entity::clinic::Signer;
use sea_orm::DbErr;
use uuid::Uuid;

use super::{
    audit_detail::{Change, Detail, SignedMark},
    audit_row::Row,
    trail::Trail,
    tx::ClinicTx,
};
use crate::foundation::tenancy::idempotency::IdempotencyKey;

/// Whose data, and which objects, an action touched, and what changed of a member. Ids only of
/// patients: never a clinical word.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Subject {
    pub(super) patients: Vec<i64>,
    pub(super) objects: Vec<i64>,
    pub(super) detail: Detail,
}

impl Subject {
    /// Nobody's data.
    pub fn nobody() -> Self {
        Self::default()
    }

    /// One patient's.
    pub fn patient(id: i64) -> Self {
        Self { patients: vec![id], ..Self::default() }
    }

    /// These patients', as a list shows them.
    pub fn patients(ids: impl IntoIterator<Item = i64>) -> Self {
        let mut patients: Vec<_> = ids.into_iter().collect();
        patients.sort_unstable();
        patients.dedup();
        Self { patients, ..Self::default() }
    }

    /// Something that is no patient's.
    pub fn object(id: i64) -> Self {
        Self { objects: vec![id], ..Self::default() }
    }

    /// Also this patient's.
    #[must_use]
    pub(super) fn with_patient(mut self, id: i64) -> Self {
        if !self.patients.contains(&id) {
            self.patients.push(id);
        }
        self
    }

    /// Also this object: the treatment, the consent.
    #[must_use]
    pub fn and(mut self, object: i64) -> Self {
        self.objects.push(object);
        self
    }

    /// Also what was changed, with the values before and after. Never a secret, never a patient's data.
    #[must_use]
    pub fn changed(mut self, changes: impl IntoIterator<Item = Change>) -> Self {
        self.detail.changed.extend(changes);
        self
    }

    /// Also what was signed: the row of this table, and the digest of its content.
    #[must_use]
    pub fn signed(mut self, table: &str, id: i64, digest: &[u8]) -> Self {
        self.detail.signed.push(SignedMark { table: table.to_owned(), id, sha256: hex::encode(digest) });
        self
    }
}

/// What is known of a request before anybody is signed in. Put there by the http layer.
#[derive(Debug, Clone)]
pub struct Origin {
    pub request_id: Uuid,
    pub now: DateTime<Utc>,
    /// The true client address, as far as trusted proxies tell.
    pub ip: String,
    pub user_agent: String,
    /// From the matrix; `-` leaves no row.
    pub audit_action: String,
    /// The request only reads.
    pub reads_only: bool,
    /// The client wants it done once, however often it comes.
    pub once: Option<IdempotencyKey>,
    /// What becomes known of it on its way.
    pub trail: Arc<Trail>,
}

/// Who acted.
pub(super) enum Actor {
    Member(Signer),
    /// Nobody is signed in; the member is who it was about, if anybody.
    Visitor(Option<i64>),
    Patient,
    /// Somebody of the service, with leave to look.
    Support(String),
}

pub(super) enum Outcome {
    Done,
    Denied,
    /// Nothing: it was done before, and is answered as it was then.
    Repeated,
}

impl Outcome {
    fn name(&self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Denied => "denied",
            Self::Repeated => "repeated",
        }
    }
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
            ("member", Some(member.id), Some(member.role))
        }
        Actor::Visitor(about) => ("visitor", about, None),
        Actor::Patient => ("patient", None, None),
        Actor::Support(operator) => ("operator", None, Some(format!("{operator} (support)"))),
    };
    let detail = subject.detail.to_text();
    let row = Row {
        at: origin.now,
        request_id: origin.request_id,
        member_id,
        actor: kind,
        role: role.as_deref(),
        action: &origin.audit_action,
        outcome: outcome.name(),
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
