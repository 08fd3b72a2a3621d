//! The services that the clinic offers to the public: the catalogue while the module is on, else the fixed list.

use entity::{
    clinic::{service, service_performer},
    ids::{MemberId, ServiceId},
    words::{Module, ServiceName},
};
use sea_orm::{EntityTrait, Iterable};

use crate::clinical::durations::default_minutes;
use base::error::Result;
use tenancy::ClinicTx;

/// A service that the clinic offers.
pub struct ServiceOffer {
    /// `None` for a service of the fixed list.
    pub id: Option<ServiceId>,
    pub name: String,
    pub category: Option<String>,
    pub minutes: i32,
    /// The members who perform it. `None` if every member does.
    pub performers: Option<Vec<MemberId>>,
}

/// Every service that can be chosen, in the clinic's order.
pub async fn offered(tx: &ClinicTx) -> Result<Vec<ServiceOffer>> {
    if !tx.has_module(Module::Services).await? {
        let of_the_list = |service: ServiceName| ServiceOffer {
            id: None,
            name: service.as_str().to_owned(),
            category: None,
            minutes: default_minutes(service).into(),
            performers: None,
        };
        return Ok(ServiceName::iter().map(of_the_list).collect());
    }
    let links = service_performer::Entity::find().all(tx).await?;
    let of_the_catalogue = |row: service::Model| {
        let named: Vec<_> = links.iter().filter(|link| link.service_id == row.id).map(|link| link.member_id).collect();
        ServiceOffer {
            id: Some(row.id),
            name: row.name,
            category: row.category,
            minutes: row.minutes,
            performers: Some(named).filter(|named| !named.is_empty()),
        }
    };
    Ok(service::Entity::active().all(tx).await?.into_iter().map(of_the_catalogue).collect())
}
