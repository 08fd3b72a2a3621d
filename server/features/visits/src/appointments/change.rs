//! Changing an appointment: its time, length, provider, and room or device, its service and its notes.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{appointment, patient},
    ids::{AppointmentId, MemberId, PatientId},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel, QuerySelect};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    booked,
    claim::{ClaimedSlot, claim, map_conflict},
    events,
    plan::{Plan, differences, places},
    proposal::Proposal,
    transitions, warnings,
    wire::{Appointment, AppointmentChange, Reader},
};
use crate::{
    features::{
        estimate_clocks,
        messages::{self, AnnouncedStart},
        patients,
    },
    foundation::{
        error::{Error, Result},
        http::{IfMatch, Json, Path, fields::Note},
        permission::AppointmentUpdate,
        state::App,
        tenancy::{Change, ClinicTx, Ctx, Done, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(change_appointment))
}

/// Changes an appointment. With `If-Match` it changes only the version that was seen. One that is over, because it was
/// completed or cancelled or nobody came, can get other notes only (409 `appointment_is_over`).
#[utoipa::path(patch, path = "/api/appointments/{id}", tag = "appointments", params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = Appointment)))]
async fn change_appointment(
    ctx: Ctx<AppointmentUpdate>,
    Path(id): Path<AppointmentId>,
    if_match: IfMatch,
    Json(change): Json<AppointmentChange>,
) -> Result<Done<Json<Appointment>>> {
    let row = locked(&ctx.tx, id).await?;
    if_match.require(row.version)?;
    change.check_cleared()?;
    let (patient, changes) = apply(&ctx, row, change).await?;
    let marked = booked::one(&ctx.tx, id, ctx.now).await?;
    let reader = Reader { grants: ctx.member.grants(), zone: ctx.clinic.time_zone };
    let subject = Subject::patient(patient).and(id).changed(changes);
    ctx.done(subject, Json(Appointment::for_reader(marked, reader))).await
}

/// Applies a change to a locked appointment. Returns its patient and what the activity log shows. Every refusal comes
/// before the first write.
///
/// # Errors
/// When the change names what cannot be booked, the appointment is over, or the time is taken or unusual.
pub(super) async fn apply(
    ctx: &Ctx<AppointmentUpdate>,
    row: appointment::Model,
    mut change: AppointmentChange,
) -> Result<(PatientId, Vec<Change>)> {
    let patient = patients::person(&ctx.tx, row.patient_id).await?;
    let before = Plan::current(&ctx.tx, &row).await?;
    let plan = Plan::wanted(&ctx.tx, ctx.clinic.time_zone, &before, &change).await?;
    let is_moved = !plan.is_at_the_same_place(&before);
    let is_for_another = plan.service != before.service;
    if is_moved || is_for_another {
        transitions::check_movable(row.status)?;
    }
    let mut changed = row.clone().into_active_model();
    changed.service = Set(plan.service.clone());
    changed.service_id = Set(plan.service_id);
    std::mem::take(&mut change.notes).fill(&mut changed.notes, |Note(text)| text);
    let has_other_notes = *changed.notes.as_ref() != row.notes;
    let tell = change.tell.unwrap_or(true);
    let warnings = if is_moved {
        take(ctx, &patient, (&row, &before), &plan, change, &mut changed).await?
    } else if is_for_another {
        check_interval(ctx, &patient, row.id, &plan, change).await?
    } else {
        Vec::new()
    };
    if !(is_moved || is_for_another || has_other_notes) {
        return Ok((patient.id, Vec::new()));
    }
    touch(&mut changed, &row, (Some(ctx.member.id), ctx.member.full_name()), ctx.now);
    let after = map_conflict(changed.update(&ctx.tx).await, plan.resource.as_ref())?;
    let actor = (ctx.clinic.time_zone, ctx.now, Some(ctx.member.full_name()));
    estimate_clocks::follow(&ctx.tx, actor, Some(&row), &after).await?;
    // A patient who asked for it online is notified with the clinic's answer.
    if after.starts_at != row.starts_at && row.requested_at.is_none() {
        note(ctx, &row, &after, tell).await?;
    }
    let (event, shown) = if is_moved {
        let (from, to) = places(&ctx.tx, &before, &plan).await?;
        let shown = differences(&from, &to);
        (events::moved((before.provider, from), to, warnings), shown)
    } else {
        (events::changed(warnings), Vec::new())
    };
    events::append(&ctx.tx, row.id, &ctx.member, ctx.now, event).await?;
    Ok((patient.id, shown))
}

/// Queues the patient's message about a change, or records that none is sent.
pub(super) async fn note(
    ctx: &Ctx<AppointmentUpdate>,
    before: &appointment::Model,
    after: &appointment::Model,
    tell: bool,
) -> Result<()> {
    let (clinic, known) = (ctx.clinic.id, AnnouncedStart::from_model(before));
    if tell {
        messages::note_change(&ctx.tx, clinic, ctx.now, known, after).await
    } else {
        messages::mark_as_announced(&ctx.tx, clinic, ctx.now, known, after).await
    }
}

/// The proposal of the planned change.
fn proposal<'a>(
    patient: &'a patient::Model,
    plan: &'a Plan,
    moved: AppointmentId,
    allow_overlap: bool,
) -> Proposal<'a> {
    Proposal {
        patient,
        provider: plan.provider,
        resource: plan.resource.as_ref(),
        service: plan.service_id,
        slot: plan.slot,
        allow_overlap,
        moved: Some(moved),
    }
}

/// Claims the planned slot and writes it into the row. Returns the warnings that were confirmed.
async fn take(
    ctx: &Ctx<AppointmentUpdate>,
    patient: &patient::Model,
    (row, before): (&appointment::Model, &Plan),
    plan: &Plan,
    change: AppointmentChange,
    changed: &mut appointment::ActiveModel,
) -> Result<Vec<String>> {
    let stays = plan.is_with_the_same(before);
    // Moving to another room alone does not book the provider again.
    let allow_overlap = change.allow_overlap.unwrap_or(stays && row.allow_overlap);
    let proposal = proposal(patient, plan, row.id, allow_overlap);
    let ClaimedSlot { is_over_another, warnings } =
        claim(&ctx.tx, ctx.clinic.time_zone, ctx.now, &proposal, change.confirmed).await?;
    changed.starts_at = Set(plan.slot.starts_at);
    changed.ends_at = Set(plan.slot.ends_at);
    changed.provider_id = Set(plan.provider);
    changed.resource_id = Set(plan.resource_id());
    changed.allow_overlap = Set(allow_overlap);
    if !stays {
        changed.move_asked_at = Set(None);
        changed.booked_anyway_by = Set(is_over_another.then_some(ctx.member.id));
        changed.booked_anyway_name = Set(is_over_another.then(|| ctx.member.full_name()));
    }
    Ok(warnings)
}

/// Another service at the same time may be too soon after the patient's last one. Returns the warnings that were
/// confirmed.
async fn check_interval(
    ctx: &Ctx<AppointmentUpdate>,
    patient: &patient::Model,
    id: AppointmentId,
    plan: &Plan,
    change: AppointmentChange,
) -> Result<Vec<String>> {
    let Some(confirmed) = change.confirmed else { return Ok(Vec::new()) };
    let proposal = proposal(patient, plan, id, true);
    let warnings = Vec::from_iter(warnings::too_early_again(&ctx.tx, ctx.clinic.time_zone, &proposal).await?);
    let codes = warnings::codes(&warnings);
    confirmed.covers(warnings)?;
    Ok(codes)
}

/// The appointment, which nobody else changes until the transaction ends.
///
/// # Errors
/// [`Error::NotFound`] when there is none in this clinic.
pub(super) async fn locked(tx: &ClinicTx, id: AppointmentId) -> Result<appointment::Model> {
    appointment::Entity::find_by_id(id).lock_exclusive().one(tx).await?.ok_or(Error::NotFound)
}

/// Writes who changed the row and when, and counts the change.
pub(super) fn touch(
    changed: &mut appointment::ActiveModel,
    row: &appointment::Model,
    (member, name): (Option<MemberId>, String),
    now: DateTime<Utc>,
) {
    changed.version = Set(row.version + 1);
    changed.updated_at = Set(Some(now));
    changed.updated_by = Set(member);
    changed.updated_by_name = Set(Some(name));
}
