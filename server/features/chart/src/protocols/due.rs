//! What about protocols needs a member's attention.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use entity::{
    ids::{MemberId, ProtocolId, ProtocolVersionId},
    words::Module,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    current::{Current, ProtocolState},
    known::{self, Protocol},
    own::of_member,
};
use crate::{
    features::{services, settings::is_module_on},
    foundation::{error::Result, tenancy::ClinicTx},
};

/// What is to be done about a protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProtocolTask {
    /// The version waits for the signature of the member who looks.
    Sign,
    /// It ends within thirty days and has no successor.
    Ends,
    /// It has ended and has no successor.
    Ended,
}

/// A protocol that needs attention.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProtocolDue {
    #[schema(value_type = i64)]
    protocol_id: ProtocolId,
    #[schema(value_type = i64)]
    pub(super) version_id: ProtocolVersionId,
    pub(super) service: String,
    pub(super) number: i32,
    pub(super) valid_until: NaiveDate,
    pub(super) task: ProtocolTask,
}

/// What waits for a provider's signature, and for directors which protocols end soon or have ended.
///
/// # Errors
/// When the database is out of reach.
pub async fn due(
    tx: &ClinicTx,
    provider: Option<MemberId>,
    is_director: bool,
    (now, zone): (DateTime<Utc>, Tz),
) -> Result<Vec<ProtocolDue>> {
    if (provider.is_none() && !is_director) || !is_module_on(tx, Module::Protocols).await? {
        return Ok(Vec::new());
    }
    let today = now.with_timezone(&zone).date_naive();
    let protocols = known::protocols(tx).await?;
    if protocols.is_empty() {
        return Ok(Vec::new());
    }
    let offered = services::treatments(tx).await?;
    let awaited: Vec<ProtocolVersionId> = match provider {
        Some(id) => {
            let own = of_member(tx, id, (now, zone)).await?.services.into_iter();
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
