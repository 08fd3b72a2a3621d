//! Marking a completed visit as one that needs no chart, and removing the mark.

use axum::http::StatusCode;
use entity::{
    clinic::{
        appointment,
        chart_not_needed::{Entity, Model},
    },
    ids::AppointmentId,
    words::AppointmentStatus,
};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{
    error::{Error, OnConstraint, Result},
    permission::{Access, ChartNotNeeded},
};
use http_api::{Json, Path, fields::Line, state::App};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(mark_chart_not_needed, unmark_chart_not_needed))
}

/// Why a visit needs no chart.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NoChart {
    reason: Line,
}

/// The completed visit, if this member may mark it.
async fn visit(ctx: &Ctx<ChartNotNeeded>, id: AppointmentId) -> Result<appointment::Model> {
    let visit = appointment::Entity::find_by_id(id).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    if ctx.access == Access::Limited && visit.provider_id != Some(ctx.member.id) {
        return Err(Error::Refused {
            code: "not_your_visit",
            sentence: "Only the provider of this visit, a director or a manager may say that it needs no chart.",
        });
    }
    Ok(visit)
}

/// Marks a completed visit as one that needs no chart.
#[utoipa::path(post, path = "/api/appointments/{id}/chart-not-needed", tag = "appointments", params(("id" = i64, Path)), responses((status = NO_CONTENT)))]
async fn mark_chart_not_needed(
    ctx: Ctx<ChartNotNeeded>,
    Path(id): Path<AppointmentId>,
    Json(new): Json<NoChart>,
) -> Result<Done<StatusCode>> {
    let visit = visit(&ctx, id).await?;
    if visit.status != AppointmentStatus::Completed {
        return Err(Error::conflict("not_completed", "Only a completed visit can need no chart."));
    }
    let row = Model {
        appointment_id: id,
        reason: new.reason.0,
        member_id: ctx.member.id,
        member_name: ctx.member.full_name(),
        marked_at: ctx.now,
    };
    let inserted = row.into_active_model().insert(&ctx.tx).await;
    inserted.on_constraint("chart_not_needed_once", || {
        Error::conflict("already_marked", "This visit is marked as one that needs no chart already.")
    })?;
    ctx.done(Subject::patient(visit.patient_id).and(id), StatusCode::NO_CONTENT).await
}

/// Removes the mark that a visit needs no chart.
#[utoipa::path(delete, path = "/api/appointments/{id}/chart-not-needed", tag = "appointments", params(("id" = i64, Path)), responses((status = NO_CONTENT)))]
async fn unmark_chart_not_needed(ctx: Ctx<ChartNotNeeded>, Path(id): Path<AppointmentId>) -> Result<Done<StatusCode>> {
    let visit = visit(&ctx, id).await?;
    if Entity::delete_by_id(id).exec(&ctx.tx).await?.rows_affected == 0 {
        return Err(Error::NotFound);
    }
    ctx.done(Subject::patient(visit.patient_id).and(id), StatusCode::NO_CONTENT).await
}
