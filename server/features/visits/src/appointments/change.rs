//! Changing an appointment: its time, length, provider, and room or device, its service and its notes.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{appointment, patient},
    ids::{AppointmentId, PatientId},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel, QuerySelect};

use super::{
    events::{self, Actor},
    plan::{Plan, differences, places},
    proposal::Proposal,
    reserve_slot::{ClaimedSlot, map_conflict, reserve_slot},
    transitions, warnings,
    wire::AppointmentChange,
};
use base::{
    error::{Error, Result},
    permission::AppointmentUpdate,
};
use contact::messages::{self, AnnouncedStart};
use http_api::fields::Note;
use money::estimate_clocks;
use people::patients;
use tenancy::{Change, ClinicTx, Ctx};

/// Applies a change to a locked appointment. Returns its patient and the changes for the activity log. Every refusal comes
/// before the first write.
///
/// Fails when something that was chosen cannot be booked, the appointment is over, or the time is taken or unusual.
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
    let tell = Tell::of(change.tell, change.tell_at_once);
    let warnings = if is_moved {
        take(ctx, &patient, &row, &before, &plan, change, &mut changed).await?
    } else if is_for_another {
        check_interval(ctx, &patient, row.id, &plan, change).await?
    } else {
        Vec::new()
    };
    if !(is_moved || is_for_another || has_other_notes) {
        return Ok((patient.id, Vec::new()));
    }
    touch(&mut changed, &row, &ctx.member, ctx.now);
    let after = map_conflict(changed.update(&ctx.tx).await, plan.resource.as_ref())?;
    estimate_clocks::follow(ctx.work(), Some(&row), &after).await?;
    // A patient who asked for the visit online gets the clinic's answer instead.
    let is_settled = row.move_asked_at.is_some() && after.move_asked_at.is_none();
    if (after.starts_at != row.starts_at || is_settled) && row.requested_at.is_none() {
        note(ctx, &row, &after, tell).await?;
    }
    let (event, shown) = if is_moved {
        let (from, to) = places(&ctx.tx, &before, &plan).await?;
        let shown = differences(&from, &to);
        (events::moved(before.provider, from, to, warnings), shown)
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
    tell: Tell,
) -> Result<()> {
    let (work, known) = (ctx.work(), AnnouncedStart::from_model(before));
    match tell {
        Tell::No => messages::mark_as_announced(work, known, after).await,
        Tell::Yes => messages::note_change(work, known, after).await,
        Tell::AtOnce => messages::note_urgent_change(work, known, after).await,
    }
}

/// Whether the patient gets a message about a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tell {
    /// No message, because the patient knows.
    No,
    Yes,
    /// Also in the quiet hours.
    AtOnce,
}

impl Tell {
    /// Reads the fields of a request, which may be left out.
    pub(super) fn of(tell: Option<bool>, at_once: Option<bool>) -> Self {
        match (tell.unwrap_or(true), at_once.unwrap_or(false)) {
            (false, _) => Self::No,
            (true, false) => Self::Yes,
            (true, true) => Self::AtOnce,
        }
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
    row: &appointment::Model,
    before: &Plan,
    plan: &Plan,
    change: AppointmentChange,
    changed: &mut appointment::ActiveModel,
) -> Result<Vec<String>> {
    let stays = plan.is_with_the_same(before);
    // A move only to another room does not book the provider again.
    let allow_overlap = change.allow_overlap.unwrap_or(stays && row.allow_overlap);
    let proposal = proposal(patient, plan, row.id, allow_overlap);
    let ClaimedSlot { is_over_another, warnings } = reserve_slot(ctx.work(), &proposal, change.confirmed).await?;
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

/// Checks whether the new service is too soon after the patient's last one. Returns the warnings that were
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
    let warnings = Vec::from_iter(warnings::too_early_again(ctx.work(), &proposal).await?);
    let codes = warnings::codes(&warnings);
    confirmed.covers(warnings)?;
    Ok(codes)
}

/// Reads an appointment and locks it until the transaction ends.
///
/// # Errors
/// [`Error::NotFound`] if this clinic has no such appointment.
pub(super) async fn locked(tx: &ClinicTx, id: AppointmentId) -> Result<appointment::Model> {
    appointment::Entity::find_by_id(id).lock_exclusive().one(tx).await?.ok_or(Error::NotFound)
}

/// Writes who changed the row and when, and raises the version.
pub(super) fn touch(
    changed: &mut appointment::ActiveModel,
    row: &appointment::Model,
    by: impl Into<Actor>,
    now: DateTime<Utc>,
) {
    let Actor { member, name } = by.into();
    changed.version = Set(row.version + 1);
    changed.updated_at = Set(Some(now));
    changed.updated_by = Set(member);
    changed.updated_by_name = Set(Some(name));
}
