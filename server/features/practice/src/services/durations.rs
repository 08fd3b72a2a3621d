//! How long each service takes, for a provider who performs it.

use std::collections::{HashMap, HashSet};

use entity::{
    clinic::{service, service_performer},
    ids::{MemberId, ServiceId},
    words::ServiceName,
};
use sea_orm::{EntityTrait, Iterable};

use crate::clinical::durations::default_minutes;
use base::error::Result;
use tenancy::ClinicTx;

/// The durations of the services, and their performers.
pub struct Durations {
    minutes: HashMap<ServiceId, i32>,
    /// The performers of each service that not every member performs.
    performers: HashMap<ServiceId, HashSet<MemberId>>,
}

impl Durations {
    /// The duration of a service of the catalogue, or of the fixed list if it has no id. `None` if the provider does not perform
    /// it. Without a provider: the duration for any provider.
    pub fn minutes(&self, name: &str, id: Option<ServiceId>, provider: Option<MemberId>) -> Option<i32> {
        let Some(id) = id else {
            return ServiceName::iter()
                .find(|service| service.as_str() == name)
                .map(|service| default_minutes(service).into());
        };
        let is_performed =
            provider.is_none_or(|member| self.performers.get(&id).is_none_or(|named| named.contains(&member)));
        self.minutes.get(&id).copied().filter(|_| is_performed)
    }
}

/// The durations of all services.
pub async fn lengths(tx: &ClinicTx) -> Result<Durations> {
    let services = service::Entity::find().all(tx).await?;
    let mut performers: HashMap<_, HashSet<_>> = HashMap::new();
    for row in service_performer::Entity::find().all(tx).await? {
        performers.entry(row.service_id).or_default().insert(row.member_id);
    }
    Ok(Durations { minutes: services.into_iter().map(|service| (service.id, service.minutes)).collect(), performers })
}
