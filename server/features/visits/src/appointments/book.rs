//! Booking one appointment, alone or as one of a series.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{appointment, patient, resource},
    ids::{MemberId, ResourceId},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set};
use uuid::Uuid;

use super::{
    booking,
    events::{self, BookedSlot},
    proposal::Proposal,
    providers::{ProviderChoice, check_performs, chosen},
    reserve_slot::{map_conflict, reserve_slot},
    slot::Slot,
};
use base::{error::Result, permission::AppointmentCreate};
use contact::schedule;
use http_api::{Confirmed, fields::Line};
use money::estimate_clocks;
use practice::services::{self, ChosenService};
use tenancy::{ClinicTx, Ctx};

/// The details of a booking, without its time.
pub(super) struct BookingDetails {
    pub(super) patient: patient::Model,
    pub(super) provider: Option<ProviderChoice>,
    pub(super) resource: Option<resource::Model>,
    pub(super) service: ChosenService,
    pub(super) notes: Option<String>,
    pub(super) allow_overlap: bool,
    pub(super) series_id: Option<Uuid>,
}

/// The provider, service and resource that a form has chosen.
pub(super) struct Choices {
    pub(super) provider: Option<ProviderChoice>,
    pub(super) service: ChosenService,
    pub(super) resource: Option<resource::Model>,
}

/// Looks up the choices of a form.
///
/// Fails when one of them does not exist or cannot be booked, or when the provider does not perform the service.
pub(super) async fn choices(
    tx: &ClinicTx,
    provider: Option<MemberId>,
    service: Option<Line>,
    resource: Option<ResourceId>,
) -> Result<Choices> {
    let provider = match provider {
        Some(provider) => Some(chosen(tx, provider).await?),
        None => None,
    };
    let service = services::choose(tx, "service", service.map(|line| line.0)).await?;
    if let Some(provider) = &provider {
        check_performs(tx, provider.id, service.id, &service.name).await?;
    }
    let resource = match resource {
        Some(resource) => Some(schedule::bookable(tx, resource).await?),
        None => None,
    };
    Ok(Choices { provider, service, resource })
}

/// The proposal to book the visit at this time.
pub(super) fn proposal_for(visit: &BookingDetails, starts_at: DateTime<Utc>) -> Proposal<'_> {
    Proposal {
        patient: &visit.patient,
        provider: visit.provider.as_ref().map(|choice| choice.id),
        resource: visit.resource.as_ref(),
        service: visit.service.id,
        slot: Slot { starts_at, ends_at: booking::end(starts_at, visit.service.minutes) },
        allow_overlap: visit.allow_overlap,
        moved: None,
    }
}

/// Takes the time, and stores the appointment with its first event. The caller announces it to the patient
/// (`messages::note_bookings`).
///
/// # Errors
/// As [`reserve_slot`].
pub(super) async fn book(
    ctx: &Ctx<AppointmentCreate>,
    visit: &BookingDetails,
    starts_at: DateTime<Utc>,
    confirmed: Option<Confirmed>,
) -> Result<appointment::Model> {
    let BookingDetails { patient, provider, resource, service, notes, allow_overlap, series_id } = visit;
    let proposal = proposal_for(visit, starts_at);
    let (provider_id, slot) = (proposal.provider, proposal.slot);
    let claimed = reserve_slot(ctx.work(), &proposal, confirmed).await?;
    let row = appointment::ActiveModel {
        patient_id: Set(patient.id),
        provider_id: Set(provider_id),
        resource_id: Set(resource.as_ref().map(|resource| resource.id)),
        service: Set(service.name.clone()),
        service_id: Set(service.id),
        starts_at: Set(slot.starts_at),
        ends_at: Set(slot.ends_at),
        notes: Set(notes.clone()),
        allow_overlap: Set(*allow_overlap),
        booked_anyway_by: Set(claimed.is_over_another.then_some(ctx.member.id)),
        booked_anyway_name: Set(claimed.is_over_another.then(|| ctx.member.full_name())),
        series_id: Set(*series_id),
        created_by: Set(Some(ctx.member.id)),
        created_at: Set(ctx.now),
        ..Default::default()
    };
    let row = map_conflict(row.insert(&ctx.tx).await, resource.as_ref())?;
    let place = BookedSlot {
        slot,
        provider_name: provider.as_ref().map(|choice| choice.name.clone()),
        resource_name: resource.as_ref().map(|resource| resource.name.clone()),
    };
    events::append(&ctx.tx, row.id, &ctx.member, ctx.now, events::booked(place, claimed.warnings)).await?;
    estimate_clocks::follow(ctx.work(), None, &row).await?;
    Ok(row)
}
