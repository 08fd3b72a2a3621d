//! Appointments that patients book online, and the clinic's answer to a request.

use entity::{
    clinic::{appointment, patient},
    ids::{AppointmentId, PatientId},
    words::AppointmentStatus::Cancelled,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, IntoActiveModel};

use super::{
    booked,
    change::{locked, touch},
    events::{self, Actor, BookedSlot},
    proposal::Proposal,
    providers::ProviderChoice,
    reserve_slot::{map_conflict, reserve_slot},
    slot::Slot,
    transitions,
    wire::{Appointment, Reader},
};
use base::{
    error::{Error, Result},
    permission::AppointmentUpdate,
};
use contact::messages::{self, AnnouncedStart};
use http_api::IfMatch;
use money::estimate_clocks;
use people::patients;
use practice::services::ChosenService;
use tenancy::{Change, Ctx, Subject, Work};

/// The actor's name in the history.
const ACTOR: &str = "The patient, online";

/// A visit that a patient books online.
pub struct OnlineVisit {
    pub patient: patient::Model,
    pub provider: ProviderChoice,
    pub service: ChosenService,
    pub slot: Slot,
    pub notes: Option<String>,
    /// Whether the clinic has to accept it.
    pub is_request: bool,
}

/// Claims the time and stores the appointment with its first event. A request is announced with the clinic's answer, any
/// other booking like a booking by the desk.
///
/// # Errors
/// `double_booked` if the provider is booked at that time. The database decides between two simultaneous bookings.
pub async fn book_online(work: Work<'_>, visit: &OnlineVisit) -> Result<appointment::Model> {
    let Work { tx, now, .. } = work;
    let OnlineVisit { patient, provider, service, slot, notes, is_request } = visit;
    let proposal = Proposal {
        patient,
        provider: Some(provider.id),
        resource: None,
        service: service.id,
        slot: *slot,
        allow_overlap: false,
        moved: None,
    };
    reserve_slot(work, &proposal, None).await?;
    let row = appointment::ActiveModel {
        patient_id: Set(patient.id),
        provider_id: Set(Some(provider.id)),
        service: Set(service.name.clone()),
        service_id: Set(service.id),
        starts_at: Set(slot.starts_at),
        ends_at: Set(slot.ends_at),
        notes: Set(notes.clone()),
        allow_overlap: Set(false),
        created_at: Set(now),
        requested_at: Set(is_request.then_some(now)),
        ..Default::default()
    };
    let row = map_conflict(row.insert(tx).await, None)?;
    let place = BookedSlot { slot: *slot, provider_name: Some(provider.name.clone()), resource_name: None };
    events::append(tx, row.id, Actor::patient(ACTOR), now, events::booked(place, Vec::new())).await?;
    estimate_clocks::follow(work, None, &row).await?;
    if !is_request {
        messages::note_change(work, AnnouncedStart::Nothing, &row).await?;
    }
    Ok(row)
}

/// The clinic's answer to a request.
pub enum RequestAnswer {
    Accept,
    /// With the reason, for the history.
    Decline(String),
}

/// A request that was answered.
pub struct AnsweredRequest {
    pub appointment: Appointment,
    pub patient: PatientId,
    pub subject: Subject,
}

/// Accepts a request, which makes it a booked appointment, or declines it, which cancels the appointment. The caller notifies
/// the patient of the answer. Reminders follow as for any other visit.
///
/// Fails when the request is gone or answered, or is not the version that was seen.
pub async fn answer_request(
    ctx: &Ctx<AppointmentUpdate>,
    id: AppointmentId,
    if_match: &IfMatch,
    answer: RequestAnswer,
) -> Result<AnsweredRequest> {
    let row = locked(&ctx.tx, id).await?;
    if_match.require(row.version)?;
    if row.requested_at.is_none() {
        return Err(Error::conflict("answered", "This request has been answered already."));
    }
    let patient = patients::person(&ctx.tx, row.patient_id).await?;
    let mut changed = row.clone().into_active_model();
    changed.requested_at = Set(None);
    touch(&mut changed, &row, &ctx.member, ctx.now);
    let event = match answer {
        RequestAnswer::Accept => events::noted("Accepted the online request".to_owned()),
        RequestAnswer::Decline(reason) => {
            transitions::check(row.status, Cancelled, row.starts_at, ctx.now)?;
            changed.status = Set(Cancelled);
            changed.status_at = Set(Some(ctx.now));
            changed.cancel_reason = Set(Some(reason.clone()));
            events::status(row.status, Cancelled, Some(reason))
        }
    };
    let after = changed.update(&ctx.tx).await?;
    if after.status != Cancelled {
        // The answer names the time, so only reminders follow.
        let known = AnnouncedStart::Start(after.starts_at);
        messages::note_change(ctx.work(), known, &after).await?;
    }
    events::append(&ctx.tx, id, &ctx.member, ctx.now, event).await?;
    estimate_clocks::follow(ctx.work(), Some(&row), &after).await?;
    let change = Change::between("status", Some("Requested"), Some(after.status.as_str()));
    let visit = booked::one(&ctx.tx, id, ctx.now).await?;
    let reader = Reader { grants: ctx.member.grants(), zone: ctx.clinic.time_zone };
    Ok(AnsweredRequest {
        appointment: Appointment::for_reader(visit, reader),
        patient: patient.id,
        subject: Subject::patient(patient.id).and(id).changed(change),
    })
}
