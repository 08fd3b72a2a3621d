//! Closing a deadline by hand, with the reason.

use entity::{clinic::estimate_clock::Entity, ids::EstimateClockId, words::ClockEnding};
use sea_orm::{EntityTrait, FromQueryResult, QuerySelect};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    clocks::{End, close},
    sql,
    wire::{ClockClosing, EstimateClock},
};
use base::{
    error::{Error, Result},
    permission::EstimateWrite,
};
use http_api::{Json, Path, state::App};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(close_estimate_clock))
}

/// Closes a deadline without an estimate, for example if it was given on paper elsewhere. It stays in the list with the reason.
#[utoipa::path(post, path = "/api/estimate-clocks/{id}/close", tag = "estimate-clocks", params(("id" = i64, Path)),
    responses((status = OK, body = EstimateClock)))]
async fn close_estimate_clock(
    ctx: Ctx<EstimateWrite>,
    Path(id): Path<EstimateClockId>,
    Json(new): Json<ClockClosing>,
) -> Result<Done<Json<EstimateClock>>> {
    let row = Entity::find_by_id(id).lock_exclusive().one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    if row.closed_at.is_some() {
        return Err(Error::conflict("already_closed", "This estimate is not owed any more."));
    }
    let by = Some(ctx.member.full_name());
    close(&ctx.tx, row, End { ending: ClockEnding::ByHand, at: ctx.now, by, note: Some(new.reason.0) }).await?;
    let clock = EstimateClock::find_by_statement(sql::one(id.into())).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    ctx.done(Subject::patient(clock.patient_id).and(id), Json(clock)).await
}
