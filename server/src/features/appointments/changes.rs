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

/// How far the history of all appointments has come.
#[derive(Debug, Serialize, ToSchema)]
struct AppointmentChanges {
    /// Another one than before: an appointment was booked, moved, changed or followed meanwhile. 0 where none ever was.
    mark: i64,
}

/// Tells whether any appointment has changed. It shows nobody's data and is no read of a record, so that a screen can ask every few
/// seconds and list the appointments only when there is something new.
#[utoipa::path(get, path = "/api/appointments/changes", tag = "appointments", responses((status = OK, body = AppointmentChanges)))]
async fn show_appointment_changes(ctx: Ctx<AppointmentList>) -> Result<Done<Json<AppointmentChanges>>> {
    let mark = mark(&ctx.tx).await?;
    ctx.done(Subject::nobody(), Json(AppointmentChanges { mark })).await
}

/// The mark in the header of a list: a screen that has a list with the present mark has nothing to fetch.
pub(super) const MARK: HeaderName = HeaderName::from_static("x-appointments-mark");

/// Adds the mark to a list of appointments, in the list's own query: what happens later is in neither.
pub(super) fn with_mark(appointments: Select<appointment::Entity>) -> Select<appointment::Entity> {
    let latest = Query::select().expr(Expr::col((Entity, Column::Id)).max()).from(Entity).take();
    appointments.expr_as(Expr::from(latest), "mark")
}

/// The id of the newest event of all appointments; 0 where nothing ever happened.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn mark(tx: &ClinicTx) -> Result<i64> {
    let latest: Option<Option<i64>> =
        Entity::find().select_only().column_as(Column::Id.max(), "latest").into_tuple().one(tx).await?;
    Ok(latest.flatten().unwrap_or_default())
}
