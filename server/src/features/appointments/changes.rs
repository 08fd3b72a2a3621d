//! Whether any appointment has changed: what screens that show a day ask again and again.

use entity::clinic::appointment_event::{Column, Entity};
use sea_orm::{ColumnTrait, EntityTrait, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::foundation::{
    error::Result,
    http::Json,
    permission::AppointmentList,
    state::App,
    tenancy::{Ctx, Done, Subject},
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
    let latest: Option<Option<i64>> =
        Entity::find().select_only().column_as(Column::Id.max(), "latest").into_tuple().one(&ctx.tx).await?;
    let mark = latest.flatten().unwrap_or_default();
    ctx.done(Subject::nobody(), Json(AppointmentChanges { mark })).await
}
