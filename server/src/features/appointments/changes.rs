//! Whether any appointment has changed. Screens that show a day poll this.

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

use crate::foundation::{
    error::Result,
    http::Json,
    permission::AppointmentList,
    state::App,
    tenancy::{ClinicTx, Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_appointment_changes))
}

/// The mark of the newest change of any appointment.
#[derive(Debug, Serialize, ToSchema)]
struct AppointmentChanges {
    /// Differs from an earlier mark when an appointment was booked, moved, changed or got another status since. 0 when
    /// none ever was.
    mark: i64,
}

/// Shows whether any appointment has changed. It has no patient's data and is not recorded as reading a record, so that
/// a screen can poll it every few seconds and list the appointments only after a change.
#[utoipa::path(get, path = "/api/appointments/changes", tag = "appointments", responses((status = OK, body = AppointmentChanges)))]
async fn show_appointment_changes(ctx: Ctx<AppointmentList>) -> Result<Done<Json<AppointmentChanges>>> {
    let mark = mark(&ctx.tx).await?;
    ctx.done(Subject::nobody(), Json(AppointmentChanges { mark })).await
}

/// The mark in the header of a list: a screen that has a list with the present mark has nothing to fetch.
pub(super) const MARK: HeaderName = HeaderName::from_static("x-appointments-mark");

/// Adds the mark to a list of appointments, in the list's own query, so that both are of the same moment.
pub(super) fn with_mark(appointments: Select<appointment::Entity>) -> Select<appointment::Entity> {
    let latest = Query::select().expr(Expr::col((Entity, Column::Id)).max()).from(Entity).take();
    appointments.expr_as(Expr::from(latest), "mark")
}

/// The id of the newest event of all appointments; 0 when there is none.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn mark(tx: &ClinicTx) -> Result<i64> {
    let latest: Option<Option<i64>> =
        Entity::find().select_only().column_as(Column::Id.max(), "latest").into_tuple().one(tx).await?;
    Ok(latest.flatten().unwrap_or_default())
}
