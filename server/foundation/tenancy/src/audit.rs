//! The audit row: who did or tried what, whose data it touched, when, from where. It is written in the
//! request's own transaction; if it cannot be written, the request fails.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use entity::{
    ids::MemberId,
    words::{ActorKind, Outcome},
};
use sea_orm::DbErr;
use uuid::Uuid;

use super::{actor::Actor, audit_row::Row, request_facts::Trail, subject::Subject, tx::ClinicTx};
use crate::idempotency::IdempotencyKey;

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
    pub idempotency_key: Option<IdempotencyKey>,
    /// Filled in while the request is handled.
    pub trail: Arc<Trail>,
}

/// Writes the row and commits, in one round trip.
pub(super) async fn commit(
    tx: ClinicTx,
    origin: &Origin,
    actor: Actor,
    outcome: Outcome,
    subject: Subject,
) -> Result<(), DbErr> {
    let (mut name, mut license) = (None, None);
    let (kind, member_id, role) = match actor {
        Actor::Member(member) => {
            (name, license) = (Some(member.name), member.license);
            (ActorKind::Member, Some(MemberId::from(member.id)), Some(member.role))
        }
        Actor::Visitor(about) => (ActorKind::Visitor, about, None),
        Actor::Patient => (ActorKind::Patient, None, None),
        Actor::Token { id, name: token } => {
            name = Some(token);
            (ActorKind::Token, None, Some(format!("API token {id}")))
        }
        Actor::Service => (ActorKind::Operator, None, None),
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
        actor_license: license.as_deref(),
        detail: detail.as_deref(),
    };
    tx.commit_with(&row.values()).await?;
    origin.trail.written();
    Ok(())
}
