//! Protocols that need a member's attention.

use chrono::NaiveDate;
use entity::{
    ids::{MemberId, ProtocolId, ProtocolVersionId},
    words::Module,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    current::{Current, ProtocolState},
    load::{self, Protocol},
    my_protocols::of_member,
};
use base::error::Result;
use practice::services;
use tenancy::Work;

/// What a protocol needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProtocolTask {
    /// The member who reads this has to sign the version.
    Sign,
    /// The version ends within thirty days and has no successor.
    Ends,
    /// The version has ended and has no successor.
    Ended,
}

/// A protocol that needs attention.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProtocolDue {
    protocol_id: ProtocolId,
    pub(super) version_id: ProtocolVersionId,
    pub(super) service: String,
    pub(super) number: i32,
    pub(super) valid_until: NaiveDate,
    pub(super) task: ProtocolTask,
}

/// The versions that a provider has to sign, and for directors the protocols that end soon or have ended.
pub async fn due(work: Work<'_>, provider: Option<MemberId>, is_director: bool) -> Result<Vec<ProtocolDue>> {
    let (tx, today) = (work.tx, work.today());
    if (provider.is_none() && !is_director) || !tx.has_module(Module::Protocols).await? {
        return Ok(Vec::new());
    }
    let protocols = load::protocols(tx).await?;
    if protocols.is_empty() {
        return Ok(Vec::new());
    }
    let offered = services::treatments(tx).await?;
    let awaited: Vec<ProtocolVersionId> = match provider {
        Some(id) => {
            let own = of_member(work, id).await?.services.into_iter();
            own.filter(|one| one.awaits).filter_map(|one| one.version.map(|version| version.id)).collect()
        }
        None => Vec::new(),
    };
    let mut due = Vec::new();
    for service in &offered {
        let Some(protocol) = protocols.iter().find(|protocol| protocol.is_of(service)) else { continue };
        let current = Current::of(&protocol.versions, today);
        let Some(version) = current.version else { continue };
        let entry = |task| ProtocolDue {
            protocol_id: protocol.row.id,
            version_id: version.id,
            service: service.name.clone(),
            number: version.number,
            valid_until: version.valid_until,
            task,
        };
        if awaited.contains(&version.id) {
            due.push(entry(ProtocolTask::Sign));
        }
        if is_director && !has_successor(protocol, version.number) {
            match current.state {
                ProtocolState::Expiring => due.push(entry(ProtocolTask::Ends)),
                ProtocolState::Expired => due.push(entry(ProtocolTask::Ended)),
                _ => {}
            }
        }
    }
    Ok(due)
}

/// Whether a later version is signed and comes into force.
fn has_successor(protocol: &Protocol, number: i32) -> bool {
    protocol.newest_number() > number
}
