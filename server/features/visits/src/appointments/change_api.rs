//! The call that changes an appointment: its time, length, provider, and room or device, its service and its notes.

use entity::ids::AppointmentId;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    booked,
    change::{apply, locked},
    later,
    wire::{Appointment, AppointmentChange, Reader},
};
use base::{error::Result, permission::AppointmentUpdate};
use http_api::{IfMatch, Json, Path, state::App};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(change_appointment))
}

/// Changes an appointment. With `If-Match` it changes only the version that was seen. If the appointment is completed, canceled or a
/// no-show, only its notes can change (409 `appointment_is_over`). With `and_later` the later ones of its series change along with it,
/// all or none (409 `series_conflicts` with the dates that are not free). Then the patient gets one message.
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
    let subject = if change.and_later == Some(true) {
        let done = later::change(&ctx, row, change).await?;
        done.ids.into_iter().fold(Subject::patient(done.patient), Subject::and).changed(done.changes)
    } else {
        let (patient, changes) = apply(&ctx, row, change).await?;
        Subject::patient(patient).and(id).changed(changes)
    };
    let visit = booked::one(&ctx.tx, id, ctx.now).await?;
    let reader = Reader { grants: ctx.member.grants(), zone: ctx.clinic.time_zone };
    ctx.done(subject, Json(Appointment::for_reader(visit, reader))).await
}
