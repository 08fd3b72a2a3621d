//! How many requests need the clinic's answer.

use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{error::Result, permission::AppointmentUpdate};
use http_api::{Json, state::App};
use tenancy::{Ctx, Done, Subject};
use visits::appointments;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(count_requests))
}

#[derive(Debug, Serialize, ToSchema)]
struct RequestCount {
    /// Online requests that are not answered.
    open: u64,
}

/// Counts the online requests that are not answered.
#[utoipa::path(get, path = "/api/appointments/requests/count", tag = "appointments",
    responses((status = OK, body = RequestCount)))]
async fn count_requests(ctx: Ctx<AppointmentUpdate>) -> Result<Done<Json<RequestCount>>> {
    let open = appointments::count_requests(&ctx.tx, ctx.now).await?;
    ctx.done(Subject::nobody(), Json(RequestCount { open })).await
}
