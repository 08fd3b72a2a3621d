//! Records when a visit was billed first. For 120 days from then on the patient may dispute the bill.

use axum::http::StatusCode;
use entity::{clinic::charge_bill::Model, ids::AppointmentId};
use sea_orm::{ActiveModelTrait, IntoActiveModel};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    visit::{LockedVisit, day_until_today},
    wire::{ChargeWatch, FirstBill},
};
use base::{
    error::{Error, OnConstraint, Result},
    permission::EstimateWrite,
};
use http_api::{Json, Path, state::App};
use tenancy::{Ctx, Done};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(note_first_bill))
}

/// Records when a visit was billed first. It can be recorded only once.
#[utoipa::path(post, path = "/api/appointments/{id}/first-bill", tag = "charges", params(("id" = i64, Path)),
    responses((status = CREATED, body = ChargeWatch)))]
async fn note_first_bill(
    ctx: Ctx<EstimateWrite>,
    Path(id): Path<AppointmentId>,
    Json(new): Json<FirstBill>,
) -> Result<Done<(StatusCode, Json<ChargeWatch>)>> {
    let visit = LockedVisit::of(&ctx, id).await?;
    let billed_on = day_until_today(&ctx, "billed_on", new.billed_on)?;
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
    let (subject, watch) = visit.noted(&ctx).await?;
    ctx.done(subject, (StatusCode::CREATED, Json(watch))).await
}
