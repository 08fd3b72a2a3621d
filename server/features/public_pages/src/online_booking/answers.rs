//! The desk's answer to a request.

use entity::{clinic::online_booking, ids::AppointmentId, words::BookingAnswer};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::answer_job::NotifyBookingAnswer;
use base::{error::Result, permission::AppointmentUpdate};
use http_api::{IfMatch, Json, Path, fields::Line, state::App};
use tenancy::{Ctx, Done};
use visits::appointments::{AnsweredRequest, Appointment, RequestAnswer, answer_request};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(accept_request)).routes(routes!(decline_request))
}

/// Why a request is declined.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DeclineRequest {
    /// For the clinic's own history; the patient does not see it.
    reason: Line,
}

/// Accepts a patient's online request, and notifies the patient. With `If-Match` it answers only that version.
#[utoipa::path(post, path = "/api/appointments/{id}/accept", tag = "appointments", params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = Appointment)))]
async fn accept_request(
    ctx: Ctx<AppointmentUpdate>,
    Path(id): Path<AppointmentId>,
    if_match: IfMatch,
) -> Result<Done<Json<Appointment>>> {
    answer(ctx, id, if_match, RequestAnswer::Accept).await
}

/// Declines a patient's online request, which cancels it, and notifies the patient. With `If-Match` it answers only that version.
#[utoipa::path(post, path = "/api/appointments/{id}/decline", tag = "appointments", params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = Appointment)))]
async fn decline_request(
    ctx: Ctx<AppointmentUpdate>,
    Path(id): Path<AppointmentId>,
    if_match: IfMatch,
    Json(declined): Json<DeclineRequest>,
) -> Result<Done<Json<Appointment>>> {
    answer(ctx, id, if_match, RequestAnswer::Decline(declined.reason.0)).await
}

async fn answer(
    ctx: Ctx<AppointmentUpdate>,
    id: AppointmentId,
    if_match: IfMatch,
    answer: RequestAnswer,
) -> Result<Done<Json<Appointment>>> {
    let word = match &answer {
        RequestAnswer::Accept => BookingAnswer::Accepted,
        RequestAnswer::Decline(_) => BookingAnswer::Declined,
    };
    let AnsweredRequest { appointment, patient, subject } = answer_request(&ctx, id, &if_match, answer).await?;
    if let Some(row) = online_booking::Entity::find_by_id(id).one(&ctx.tx).await? {
        let mut answered = row.into_active_model();
        answered.answered_at = Set(Some(ctx.now));
        answered.answer = Set(Some(word));
        answered.answered_by = Set(Some(ctx.member.id));
        answered.answered_by_name = Set(Some(ctx.member.full_name()));
        answered.update(&ctx.tx).await?;
    }
    outbox::enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &NotifyBookingAnswer { appointment: id, patient }).await?;
    ctx.done(subject, Json(appointment)).await
}
