//! Changing an appointment's status.

use entity::{
    clinic::{appointment, resource},
    ids::AppointmentId,
    words::AppointmentStatus,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, IntoActiveModel};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    booked,
    change::{locked, note, touch},
    claim::{double_booked, map_conflict, resource_booked},
    events,
    slot::{self, Slot},
    transitions,
    wire::{Appointment, Reader},
};
use crate::{
    features::{estimate_clocks, follow_ups, messages, patients, schedule},
    foundation::{
        error::{Error, Result},
        http::{
            IfMatch, Json, Path, Payload,
            fields::{Field, Line, choice},
            optional, required,
        },
        permission::AppointmentUpdate,
        state::App,
        tenancy::{Change, ClinicTx, Ctx, Done, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(set_appointment_status))
}

impl Field for AppointmentStatus {
    fn parse(value: &Value) -> Result<Self, String> {
        choice(value)
    }
}

/// The status that an appointment gets.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewAppointmentStatus {
    #[serde(deserialize_with = "required")]
    status: AppointmentStatus,
    /// Required for a cancelled appointment.
    #[serde(default, deserialize_with = "optional")]
    reason: Option<Line>,
    /// Whether the patient gets a message about the cancellation, or about a reopened appointment, where the clinic
    /// sends such messages. Default: true. With false the patient is assumed to know.
    #[serde(default, deserialize_with = "optional")]
    tell: Option<bool>,
}

impl Payload for NewAppointmentStatus {}

/// Sets an appointment's status. With `If-Match` it changes only the version that was seen. A status that may not follow
/// the current one is refused (409 `transition`), a no-show before the start too (409 `too_early`). One that occupied
/// nobody is reopened only while its provider and its room or device are free (409 `double_booked`, `resource_booked`). One that
/// the patient asked for online is accepted or declined first (409 `not_answered`).
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
    if row.requested_at.is_some() {
        let sentence = "The patient has asked for this appointment online. Accept or decline the request first.";
        return Err(Error::conflict("not_answered", sentence));
    }
    transitions::check(row.status, new.status, row.starts_at, ctx.now)?;
    let reason = new.reason.map(|Line(reason)| reason);
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
    touch(&mut changed, &row, (Some(ctx.member.id), ctx.member.full_name()), ctx.now);
    let after = map_conflict(changed.update(&ctx.tx).await, resource.as_ref())?;
    if is_cancelled || row.status == AppointmentStatus::Cancelled {
        note(&ctx, &row, &after, new.tell.unwrap_or(true)).await?;
    }
    if [row.status, after.status].contains(&AppointmentStatus::Completed) {
        follow_ups::note_completion(&ctx.tx, ctx.clinic.time_zone, ctx.now, &after).await?;
        messages::note_completion(&ctx.tx, ctx.clinic.id, ctx.now, &after).await?;
    }
    let actor = (ctx.clinic.time_zone, ctx.now, Some(ctx.member.full_name()));
    estimate_clocks::follow(&ctx.tx, actor, Some(&row), &after).await?;
    let event = events::status(row.status, new.status, reason);
    events::append(&ctx.tx, id, &ctx.member, ctx.now, event).await?;
    let marked = booked::one(&ctx.tx, id, ctx.now).await?;
    let reader = Reader { grants: ctx.member.grants(), zone: ctx.clinic.time_zone };
    let change = Change::between("status", Some(row.status.as_str()), Some(new.status.as_str()));
    let subject = Subject::patient(patient.id).and(id).changed(change);
    ctx.done(subject, Json(Appointment::for_reader(marked, reader))).await
}

/// Refuses to reopen an appointment whose time is taken.
///
/// # Errors
/// When the provider was booked meanwhile and the appointment allows no overlap, or when the room or the device was
/// booked.
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
