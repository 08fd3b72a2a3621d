//! An appointment before and after a change: its time, provider, room or device, and service.

use chrono::TimeDelta;
use chrono_tz::Tz;
use entity::{
    clinic::{appointment, member, resource},
    ids::{MemberId, ResourceId, ServiceId},
};
use sea_orm::EntityTrait;

use super::{
    booking,
    events::BookedSlot,
    providers::{check_performs, chosen},
    slot::Slot,
    wire::AppointmentChange,
};
use base::error::Result;
use contact::schedule;
use http_api::{Patch, fields::Line};
use practice::services;
use tenancy::{Change, ClinicTx};

/// The time, provider, room or device, and service of an appointment.
pub(super) struct Plan {
    pub(super) slot: Slot,
    pub(super) provider: Option<MemberId>,
    pub(super) resource: Option<resource::Model>,
    pub(super) service: String,
    pub(super) service_id: Option<ServiceId>,
}

impl Plan {
    pub(super) async fn current(tx: &ClinicTx, row: &appointment::Model) -> Result<Self> {
        Ok(Self {
            slot: Slot { starts_at: row.starts_at, ends_at: row.ends_at },
            provider: row.provider_id,
            resource: schedule::resource(tx, row.resource_id).await?,
            service: row.service.clone(),
            service_id: row.service_id,
        })
    }

    /// Whether both plans occupy the same provider at the same time.
    pub(super) fn is_with_the_same(&self, other: &Self) -> bool {
        self.slot == other.slot && self.provider == other.provider
    }

    /// Whether both plans occupy the same provider and the same room or device at the same time.
    pub(super) fn is_at_the_same_place(&self, other: &Self) -> bool {
        self.is_with_the_same(other) && self.resource_id() == other.resource_id()
    }

    pub(super) fn resource_id(&self) -> Option<ResourceId> {
        self.resource.as_ref().map(|resource| resource.id)
    }

    /// The plan after the change. A service, provider or resource that does not change is kept even if nobody can choose it
    /// any more.
    ///
    /// Fails when something that the change names cannot be booked.
    pub(super) async fn wanted(tx: &ClinicTx, zone: Tz, before: &Self, change: &AppointmentChange) -> Result<Self> {
        let starts_at = match &change.appointment_time {
            Patch::Set(Line(time)) => booking::instant(time, zone)?,
            Patch::Keep | Patch::Clear => before.slot.starts_at,
        };
        let new_service = match &change.service {
            Patch::Set(Line(name)) if *name != before.service => {
                Some(services::choose(tx, "service", Some(name.clone())).await?)
            }
            _ => None,
        };
        let length = match (&change.minutes, &new_service) {
            (Patch::Set(minutes), _) => TimeDelta::minutes(minutes.0.into()),
            (_, Some(service)) => TimeDelta::minutes(service.minutes.into()),
            _ => before.slot.ends_at - before.slot.starts_at,
        };
        let provider = match change.provider_id {
            Patch::Keep => before.provider,
            Patch::Clear => None,
            Patch::Set(id) if Some(id) == before.provider => before.provider,
            Patch::Set(id) => Some(chosen(tx, id).await?.id),
        };
        let resource = match change.resource_id {
            Patch::Set(id) if Some(id) != before.resource_id() => Some(schedule::bookable(tx, id).await?),
            Patch::Clear => None,
            Patch::Keep | Patch::Set(_) => before.resource.clone(),
        };
        let is_new_service = new_service.is_some();
        let (service, service_id) = match new_service {
            Some(service) => (service.name, service.id),
            None => (before.service.clone(), before.service_id),
        };
        if let Some(id) = provider
            && (is_new_service || provider != before.provider)
        {
            check_performs(tx, id, service_id, &service).await?;
        }
        Ok(Self { slot: Slot { starts_at, ends_at: starts_at + length }, provider, resource, service, service_id })
    }
}

/// The booked slots before and after, with names.
pub(super) async fn places(tx: &ClinicTx, before: &Plan, after: &Plan) -> Result<(BookedSlot, BookedSlot)> {
    let former = name(tx, before.provider).await?;
    let next = if before.provider == after.provider { former.clone() } else { name(tx, after.provider).await? };
    let place = |plan: &Plan, provider_name| BookedSlot {
        slot: plan.slot,
        provider_name,
        resource_name: plan.resource.as_ref().map(|resource| resource.name.clone()),
    };
    Ok((place(before, former), place(after, next)))
}

async fn name(tx: &ClinicTx, id: Option<MemberId>) -> Result<Option<String>> {
    let Some(id) = id else { return Ok(None) };
    Ok(member::Entity::find_by_id(id).one(tx).await?.map(|row| row.full_name()))
}

/// The changes that the activity log shows. They never hold the service or the notes.
pub(super) fn differences(from: &BookedSlot, to: &BookedSlot) -> Vec<Change> {
    Change::list(from, to, |booked| {
        [
            ("starts_at", Some(booked.slot.starts_at.to_rfc3339())),
            ("ends_at", Some(booked.slot.ends_at.to_rfc3339())),
            ("provider_name", booked.provider_name.clone()),
            ("resource_name", booked.resource_name.clone()),
        ]
    })
}
