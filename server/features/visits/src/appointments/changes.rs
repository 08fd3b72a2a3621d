//! Tells screens that show a day whether any appointment has changed. The screens poll it.

use axum::http::HeaderName;
use entity::clinic::{
    appointment,
    appointment_event::{Column, Entity},
};
use sea_orm::{
    ColumnTrait, EntityTrait, QuerySelect, Select,
    sea_query::{Expr, ExprTrait, Query},
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{error::Result, permission::AppointmentList};
use http_api::{Json, state::App};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_appointment_changes))
}

/// The mark of the newest change of any appointment.
#[derive(Debug, Serialize, ToSchema)]
struct AppointmentChanges {
    /// Differs from an earlier mark if an appointment was booked or changed since. 0 if there never was such a change.
    mark: i64,
}

/// Shows whether any appointment has changed. The answer holds no patient's data and is not recorded as reading a record.
/// So a screen can poll it every few seconds and list the appointments only after a change.
#[utoipa::path(get, path = "/api/appointments/changes", tag = "appointments", responses((status = OK, body = AppointmentChanges)))]
async fn show_appointment_changes(ctx: Ctx<AppointmentList>) -> Result<Done<Json<AppointmentChanges>>> {
    let mark = current_token(&ctx.tx).await?;
    ctx.done(Subject::nobody(), Json(AppointmentChanges { mark })).await
}

/// The change token in the header of a list. A screen with a list of the present token does not have to fetch again.
pub(super) const TOKEN_HEADER: HeaderName = HeaderName::from_static("x-appointments-mark");

/// Adds the change token to the query of a list, so that the token and the list are of the same moment.
pub(super) fn with_token(appointments: Select<appointment::Entity>) -> Select<appointment::Entity> {
    let latest = Query::select().expr(Expr::col((Entity, Column::Id)).max()).from(Entity).take();
    appointments.expr_as(Expr::from(latest), "token")
}

/// The id of the newest event of all appointments. 0 if there is none.
pub(super) async fn current_token(tx: &ClinicTx) -> Result<i64> {
    let latest: Option<Option<i64>> =
        Entity::find().select_only().column_as(Column::Id.max(), "latest").into_tuple().one(tx).await?;
    Ok(latest.flatten().unwrap_or_default())
}
