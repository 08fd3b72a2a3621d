//! Appointments that patients book online, and the clinic's answer to a request.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{appointment, patient},
    ids::{AppointmentId, PatientId},
    words::AppointmentStatus::Cancelled,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, IntoActiveModel};
use uuid::Uuid;

use super::{
    booked,
    change::{locked, touch},
    claim::{claim, map_conflict},
    events::{self, BookedSlot},
    proposal::Proposal,
    providers::ProviderChoice,
    slot::Slot,
    transitions,
    wire::{Appointment, Reader},
};
use crate::{
    features::{
        estimate_clocks,
        messages::{self, AnnouncedStart},
        patients,
        services::ChosenService,
    },
    foundation::{
        error::{Error, Result},
        http::IfMatch,
        permission::AppointmentUpdate,
        tenancy::{Change, ClinicTx, Ctx, Subject},
    },
};

/// Who books, as the staff read it.
const ACTOR: &str = "The patient, online";

/// What a patient books online.
pub struct OnlineVisit {
    pub patient: patient::Model,
    pub provider: ProviderChoice,
    pub service: ChosenService,
    pub slot: Slot,
    pub notes: Option<String>,
    /// Whether the clinic answers first.
    pub is_request: bool,
}

/// Takes the time and stores the appointment with its first event. The patient of a request is notified with the
/// clinic's answer; any other booking is announced like one by the desk.
///
/// # Errors
/// `double_booked` when the provider is booked at that time: the database decides between two bookings at once.
pub async fn book_online(
    tx: &ClinicTx,
    (clinic, zone, now): (Uuid, Tz, DateTime<Utc>),
    visit: &OnlineVisit,
) -> Result<appointment::Model> {
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
    claim(tx, zone, now, &proposal, None).await?;
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
    events::append_by(tx, row.id, (None, ACTOR.to_owned()), now, events::booked(place, Vec::new())).await?;
    estimate_clocks::follow(tx, (zone, now, None), None, &row).await?;
    if !is_request {
        messages::note_change(tx, clinic, now, AnnouncedStart::Nothing, &row).await?;
    }
    Ok(row)
}

/// What the clinic answers to a request.
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

/// Accepts a request, which is a booked appointment from then on, or declines it, which cancels it. The caller notifies
/// the patient of the answer; reminders follow as for any other visit.
///
/// # Errors
/// When there is no such request any more, or it is not the version that was seen.
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
    touch(&mut changed, &row, (Some(ctx.member.id), ctx.member.full_name()), ctx.now);
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
        messages::note_change(&ctx.tx, ctx.clinic.id, ctx.now, known, &after).await?;
    }
    events::append(&ctx.tx, id, &ctx.member, ctx.now, event).await?;
    let actor = (ctx.clinic.time_zone, ctx.now, Some(ctx.member.full_name()));
    estimate_clocks::follow(&ctx.tx, actor, Some(&row), &after).await?;
    let change = Change::between("status", Some("Requested"), Some(after.status.as_str()));
    let marked = booked::one(&ctx.tx, id, ctx.now).await?;
    let reader = Reader { grants: ctx.member.grants(), zone: ctx.clinic.time_zone };
    Ok(AnsweredRequest {
        appointment: Appointment::for_reader(marked, reader),
        patient: patient.id,
        subject: Subject::patient(patient.id).and(id).changed(change),
    })
}
