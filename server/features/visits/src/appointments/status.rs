//! Changing an appointment's status.

use entity::{
    clinic::{appointment, resource},
    ids::{AppointmentId, PatientId},
    words::AppointmentStatus,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, IntoActiveModel};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    booked,
    change::{Tell, locked, note, touch},
    events, later,
    reserve_slot::{double_booked, map_conflict, resource_booked},
    slot::{self, Slot},
    transitions,
    wire::{Appointment, Reader},
};
use base::{
    error::{Error, Result},
    permission::AppointmentUpdate,
};
use contact::{follow_ups, messages, schedule};
use http_api::{IfMatch, Json, Path, fields::Line, state::App};
use money::estimate_clocks;
use people::patients;
use tenancy::{Change, ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(set_appointment_status))
}

/// The new status of an appointment.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewAppointmentStatus {
    status: AppointmentStatus,
    /// Required for a canceled appointment.
    reason: Option<Line>,
    /// Whether the patient gets a message about the cancellation or the reopened appointment, if the clinic sends such
    /// messages. Default: true. If false, the patient is assumed to know.
    tell: Option<bool>,
    /// Cancel the later appointments of its series along with it. Default: false.
    and_later: Option<bool>,
    /// Whether that message is also sent in the quiet hours. Default: false.
    tell_at_once: Option<bool>,
}

/// Sets an appointment's status. With `If-Match` it changes only the version that was seen. A status that may not follow
/// the current one is refused (409 `transition`), and so is a no-show before the start (409 `too_early`). A canceled appointment or a
/// no-show is reopened only if its provider and its room or device are free (409 `double_booked`, `resource_booked`). An online request
/// must be accepted or declined first (409 `not_answered`). With `and_later` the later appointments of its series are canceled along
/// with it, and the patient gets one message.
#[utoipa::path(post, path = "/api/appointments/{id}/status", tag = "appointments", params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = Appointment)))]
async fn set_appointment_status(
    ctx: Ctx<AppointmentUpdate>,
    Path(id): Path<AppointmentId>,
    if_match: IfMatch,
    Json(new): Json<NewAppointmentStatus>,
) -> Result<Done<Json<Appointment>>> {
    let row = locked(&ctx.tx, id).await?;
    if_match.require(row.version)?;
    let is_for_all = new.and_later == Some(true);
    if is_for_all && new.status != AppointmentStatus::Cancelled {
        return Err(Error::field("and_later", "is for cancelling alone"));
    }
    let later = if is_for_all { later::locked(&ctx.tx, &row).await? } else { Vec::new() };
    let change = Change::between("status", Some(row.status.as_str()), Some(new.status.as_str()));
    let patient = set(&ctx, row, &new).await?;
    let mut subject = Subject::patient(patient).and(id).changed(change);
    for row in later {
        let change = Change::between("status", Some(row.status.as_str()), Some(new.status.as_str()));
        subject = subject.and(row.id).changed(change);
        set(&ctx, row, &new).await?;
    }
    let visit = booked::one(&ctx.tx, id, ctx.now).await?;
    let reader = Reader { grants: ctx.member.grants(), zone: ctx.clinic.time_zone };
    ctx.done(subject, Json(Appointment::for_reader(visit, reader))).await
}

/// Sets the status of a locked appointment. Returns its patient.
async fn set(ctx: &Ctx<AppointmentUpdate>, row: appointment::Model, new: &NewAppointmentStatus) -> Result<PatientId> {
    if row.requested_at.is_some() {
        let sentence = "The patient has asked for this appointment online. Accept or decline the request first.";
        return Err(Error::conflict("not_answered", sentence));
    }
    transitions::check(row.status, new.status, row.starts_at, ctx.now)?;
    let reason = new.reason.as_ref().map(|Line(reason)| reason.clone());
    let is_cancelled = new.status == AppointmentStatus::Cancelled;
    if is_cancelled && reason.is_none() {
        return Err(Error::field("reason", "is required"));
    }
    let resource = schedule::resource(&ctx.tx, row.resource_id).await?;
    if row.status.is_free() && !new.status.is_free() {
        check_free(&ctx.tx, &row, resource.as_ref()).await?;
    }
    let patient = patients::person(&ctx.tx, row.patient_id).await?;
    let mut changed = row.clone().into_active_model();
    changed.status = Set(new.status);
    changed.status_at = Set(Some(ctx.now));
    changed.cancel_reason = Set(reason.clone().filter(|_| is_cancelled));
    changed.move_asked_at = Set(None);
    touch(&mut changed, &row, &ctx.member, ctx.now);
    let after = map_conflict(changed.update(&ctx.tx).await, resource.as_ref())?;
    // Reminders waited as long as the patient's request for another time was open.
    let is_settled = row.move_asked_at.is_some() && row.requested_at.is_none();
    if is_cancelled || is_settled || row.status == AppointmentStatus::Cancelled {
        note(ctx, &row, &after, Tell::of(new.tell, new.tell_at_once)).await?;
    }
    if [row.status, after.status].contains(&AppointmentStatus::Completed) {
        follow_ups::note_completion(ctx.work(), &after).await?;
        messages::note_completion(ctx.work(), &after).await?;
    }
    estimate_clocks::follow(ctx.work(), Some(&row), &after).await?;
    let event = events::status(row.status, new.status, reason);
    events::append(&ctx.tx, row.id, &ctx.member, ctx.now, event).await?;
    Ok(patient.id)
}

/// Refuses to reopen an appointment whose time is taken.
///
/// Fails when the provider was booked meanwhile and the appointment allows no overlap, or when the room or the device was booked.
async fn check_free(tx: &ClinicTx, row: &appointment::Model, resource: Option<&resource::Model>) -> Result<()> {
    let slot = Slot { starts_at: row.starts_at, ends_at: row.ends_at };
    if let Some(provider) = row.provider_id {
        slot::hold_provider(tx, provider).await?;
        if slot::is_provider_booked(tx, provider, slot, Some(row.id)).await? && !row.allow_overlap {
            return Err(double_booked());
        }
    }
    if let Some(occupied) = resource
        && slot::is_resource_booked(tx, occupied.id, slot, Some(row.id)).await?
    {
        return Err(resource_booked(resource));
    }
    Ok(())
}
