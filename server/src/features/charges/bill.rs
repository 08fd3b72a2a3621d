//! When a visit was billed first: 120 days from then on the patient may dispute it.

use axum::http::StatusCode;
use entity::{clinic::charge_bill::Model, ids::AppointmentId};
use sea_orm::{ActiveModelTrait, IntoActiveModel};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    visit,
    watch::of_visit,
    wire::{ChargeWatch, FirstBill},
};
use crate::foundation::{
    error::{Error, OnConstraint, Result},
    http::{Json, Path, fields::Day},
    permission::EstimateWrite,
    state::App,
    tenancy::{Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(note_first_bill))
}

/// Notes when a visit was billed first, once.
#[utoipa::path(post, path = "/api/appointments/{id}/first-bill", tag = "charges", params(("id" = i64, Path)),
    responses((status = CREATED, body = ChargeWatch)))]
async fn note_first_bill(
    ctx: Ctx<EstimateWrite>,
    Path(id): Path<AppointmentId>,
    Json(new): Json<FirstBill>,
) -> Result<Done<(StatusCode, Json<ChargeWatch>)>> {
    let (visit, person) = visit::locked(&ctx.tx, id).await?;
    let Day(billed_on) = new.billed_on;
    if billed_on > ctx.now.with_timezone(&ctx.clinic.time_zone).date_naive() {
        return Err(Error::field("billed_on", "must not be in the future"));
    }
    let row = Model {
        appointment_id: id,
        billed_on,
        noted_by: ctx.member.id,
        noted_by_name: ctx.member.full_name(),
        noted_at: ctx.now,
    };
    let inserted = row.into_active_model().insert(&ctx.tx).await;
    inserted.on_constraint("charge_bill_once", || {
        Error::conflict("already_billed", "The day of the first bill is noted already.")
    })?;
    let watch = of_visit(&ctx.tx, &visit, &person, (ctx.now, ctx.clinic.time_zone)).await?;
    ctx.done(Subject::patient(person.id).and(id), (StatusCode::CREATED, Json(watch))).await
}
