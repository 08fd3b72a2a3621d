//! How long each service takes that a provider performs.

use std::collections::{HashMap, HashSet};

use entity::{
    clinic::{service, service_performer},
    ids::{MemberId, ServiceId},
    words::ServiceName,
};
use sea_orm::{EntityTrait, Iterable};

use crate::{
    features::clinical::durations::default_minutes,
    foundation::{error::Result, tenancy::ClinicTx},
};

/// How long the services take; none for one that is not performed.
pub struct Durations(HashMap<ServiceId, i32>);

impl Durations {
    /// Of a service of the catalogue, or of the fixed list where it has no id.
    pub fn minutes(&self, name: &str, id: Option<ServiceId>) -> Option<i32> {
        match id {
            Some(id) => self.0.get(&id).copied(),
            None => ServiceName::iter()
                .find(|service| service.as_str() == name)
                .map(|service| default_minutes(service).into()),
        }
    }
}

/// The lengths of what this provider performs; without one, of everything.
///
/// # Errors
/// When the database is out of reach.
pub async fn lengths(tx: &ClinicTx, provider: Option<MemberId>) -> Result<Durations> {
    let services = service::Entity::find().all(tx).await?;
    let performers = service_performer::Entity::find().all(tx).await?;
    let named: HashSet<ServiceId> = performers.iter().map(|row| row.service_id).collect();
    let is_performed = |service: &service::Model| {
        let by_this = |member| performers.iter().any(|row| row.service_id == service.id && row.member_id == member);
        provider.is_none_or(|member| !named.contains(&service.id) || by_this(member))
    };
    Ok(Durations(services.into_iter().filter(is_performed).map(|service| (service.id, service.minutes)).collect()))
}
