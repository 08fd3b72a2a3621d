//! The stored settings of online booking, and the services and providers that they offer.

use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::{booking_policy, booking_setting::Model};
use sea_orm::EntityTrait;

use base::error::Result;
use practice::services::{ServiceOffer, offered};
use practice::settings::read_settings;
use tenancy::ClinicTx;
use visits::appointments::{ProviderChoice, providers};

/// The clinic's settings.
pub(super) async fn current(tx: &ClinicTx) -> Result<Model> {
    read_settings::<Model>(tx).await
}

/// The policy that patients accept. `None` if the clinic has none.
pub(super) async fn policy(tx: &ClinicTx, settings: &Model) -> Result<Option<booking_policy::Model>> {
    let Some(version) = settings.policy_version else { return Ok(None) };
    Ok(booking_policy::Entity::find_by_id(version).one(tx).await?)
}

/// A service that can be booked online, with its bookable providers.
pub(super) struct BookableService {
    pub(super) service: ServiceOffer,
    pub(super) providers: Vec<ProviderChoice>,
}

/// The services and members that the clinic has chosen for online booking, each service with at least one performer.
pub(super) async fn bookable(tx: &ClinicTx, settings: &Model) -> Result<Vec<BookableService>> {
    let mut members = providers(tx).await?;
    members.retain(|member| settings.every_member || settings.member_ids.contains(&member.id));
    let is_chosen = |service: &ServiceOffer| {
        settings.every_service || service.id.is_none_or(|id| settings.service_ids.contains(&id))
    };
    let with_providers = |service: ServiceOffer| {
        let performs =
            |member: &&ProviderChoice| service.performers.as_ref().is_none_or(|named| named.contains(&member.id));
        let providers = members.iter().filter(performs).cloned().collect();
        BookableService { service, providers }
    };
    let all = offered(tx).await?.into_iter().filter(is_chosen).map(with_providers);
    Ok(all.filter(|bookable| !bookable.providers.is_empty()).collect())
}

/// The first and the last instant at which a visit may start.
pub(super) fn window(settings: &Model, now: DateTime<Utc>) -> (DateTime<Utc>, DateTime<Utc>) {
    let first = now + TimeDelta::hours(settings.lead_hours.into());
    (first, now + TimeDelta::days(settings.horizon_days.into()))
}
