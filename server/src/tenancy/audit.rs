//! The audit row: who did or tried what, whose data it touched, when, from where. Written in the
//! request's own transaction; if it cannot be written, the request fails.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use sea_orm::DbErr;
use uuid::Uuid;

use super::{audit_row::Row, repeat::Once, trail::Trail, tx::ClinicTx};
use crate::permission::Role;

/// Whose data, and which objects, an action touched. Ids only: never a clinical word.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Subject {
    pub(super) patients: Vec<i64>,
    pub(super) objects: Vec<i64>,
}

impl Subject {
    /// Nobody's data.
    pub fn nobody() -> Self {
        Self::default()
    }

    /// One patient's.
    pub fn patient(id: i64) -> Self {
        Self { patients: vec![id], objects: Vec::new() }
    }

    /// These patients', as a list shows them.
    pub fn patients(ids: impl IntoIterator<Item = i64>) -> Self {
        let mut patients: Vec<_> = ids.into_iter().collect();
        patients.sort_unstable();
        patients.dedup();
        Self { patients, objects: Vec::new() }
    }

    /// Something that is no patient's.
    pub fn object(id: i64) -> Self {
        Self { patients: Vec::new(), objects: vec![id] }
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
    pub once: Option<Once>,
    /// What becomes known of it on its way.
    pub trail: Arc<Trail>,
}

/// Who acted.
pub(super) enum Actor {
    Member {
        id: i64,
        role: Role,
        owner: bool,
    },
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
    let (kind, member_id, role) = match actor {
        Actor::Member { id, role, owner } => {
            let role = if owner { format!("{}, owner", role.name()) } else { role.name().to_owned() };
            ("member", Some(id), Some(role))
        }
        Actor::Visitor(about) => ("visitor", about, None),
        Actor::Patient => ("patient", None, None),
        Actor::Support(operator) => ("operator", None, Some(format!("{operator} (support)"))),
    };
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
    };
    tx.commit_with(&row.values()).await?;
    origin.trail.written();
    Ok(())
}
