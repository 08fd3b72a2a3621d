//! Disputes. A dispute freezes the charges of a visit until it is closed with a note.

use axum::http::StatusCode;
use entity::{clinic::charge_dispute::ActiveModel, ids::AppointmentId};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
    IntoActiveModel,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    visit::{LockedVisit, day_until_today, open_dispute},
    wire::{ChargeWatch, DisputeClosing, NewDispute},
};
use base::{
    error::{Error, OnConstraint, Result},
    permission::EstimateWrite,
};
use http_api::{Json, Path, state::App};
use tenancy::{Ctx, Done};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(open_charge_dispute)).routes(routes!(close_charge_dispute))
}

/// Records that a patient disputes the charges of a visit. Until the dispute is closed, the visit's charges cannot change.
#[utoipa::path(post, path = "/api/appointments/{id}/dispute", tag = "charges", params(("id" = i64, Path)),
    responses((status = CREATED, body = ChargeWatch)))]
async fn open_charge_dispute(
    ctx: Ctx<EstimateWrite>,
    Path(id): Path<AppointmentId>,
    Json(new): Json<NewDispute>,
) -> Result<Done<(StatusCode, Json<ChargeWatch>)>> {
    let visit = LockedVisit::of(&ctx, id).await?;
    let disputed_on = day_until_today(&ctx, "disputed_on", new.disputed_on)?;
    let row = ActiveModel {
        id: NotSet,
        appointment_id: Set(id),
        disputed_on: Set(disputed_on),
        note: Set(new.note.0),
        opened_by: Set(ctx.member.id),
        opened_by_name: Set(ctx.member.full_name()),
        opened_at: Set(ctx.now),
        ..Default::default()
    };
    row.insert(&ctx.tx).await.on_constraint("charge_dispute_open", || {
        Error::conflict("already_disputed", "A dispute of this visit is open already.")
    })?;
    let (subject, watch) = visit.noted(&ctx).await?;
    ctx.done(subject, (StatusCode::CREATED, Json(watch))).await
}

/// Closes the open dispute of a visit with a note about how it ended.
#[utoipa::path(post, path = "/api/appointments/{id}/dispute/close", tag = "charges", params(("id" = i64, Path)),
    responses((status = OK, body = ChargeWatch)))]
async fn close_charge_dispute(
    ctx: Ctx<EstimateWrite>,
    Path(id): Path<AppointmentId>,
    Json(new): Json<DisputeClosing>,
) -> Result<Done<Json<ChargeWatch>>> {
    let visit = LockedVisit::of(&ctx, id).await?;
    let open = open_dispute(&ctx.tx, id).await?;
    let open = open.ok_or_else(|| Error::conflict("not_disputed", "No dispute of this visit is open."))?;
    let mut row = open.into_active_model();
    row.closing_note = Set(Some(new.note.0));
    row.closed_by_name = Set(Some(ctx.member.full_name()));
    row.closed_at = Set(Some(ctx.now));
    row.update(&ctx.tx).await?;
    let (subject, watch) = visit.noted(&ctx).await?;
    ctx.done(subject, Json(watch)).await
}
