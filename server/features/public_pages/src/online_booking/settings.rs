//! The settings of online booking as stored, and the services and providers that they offer.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{
        booking_policy,
        booking_setting::{Entity, Model},
    },
    words::BookingMode,
};
use sea_orm::EntityTrait;

use crate::{
    features::{
        appointments::{ProviderChoice, providers},
        services::{ServiceOffer, offered},
    },
    foundation::{error::Result, tenancy::ClinicTx},
};

/// The defaults: requests, from a day ahead, for the next two months.
pub(super) const fn default_settings(now: DateTime<Utc>) -> Model {
    Model {
        id: 1,
        mode: BookingMode::Requested,
        lead_hours: 24,
        horizon_days: 60,
        chooses_provider: true,
        every_service: true,
        service_ids: Vec::new(),
        every_member: true,
        member_ids: Vec::new(),
        policy_version: None,
        version: 0,
        updated_at: now,
        updated_by: None,
        updated_by_name: None,
    }
}

/// The clinic's settings.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn current(tx: &ClinicTx, now: DateTime<Utc>) -> Result<Model> {
    Ok(Entity::find_by_id(1_i16).one(tx).await?.unwrap_or_else(|| default_settings(now)))
}

/// What patients accept; none where the clinic has no policy.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn policy(tx: &ClinicTx, settings: &Model) -> Result<Option<booking_policy::Model>> {
    let Some(version) = settings.policy_version else { return Ok(None) };
    Ok(booking_policy::Entity::find_by_id(version).one(tx).await?)
}

/// A service that can be booked online, with who can be booked for it.
pub(super) struct BookableService {
    pub(super) service: ServiceOffer,
    pub(super) providers: Vec<ProviderChoice>,
}

/// What can be booked online: the services and members that the clinic has chosen, each service with somebody who performs it.
///
/// # Errors
/// When the database is out of reach.
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
