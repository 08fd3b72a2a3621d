//! The list of the catalogue.

use entity::{clinic::service, words::Module};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{rules, wire::Service};
use crate::settings::require_module;
use base::{error::Result, permission::ServiceRead};
use http_api::{Json, Query, state::App};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_services))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Params {
    /// `true` lists retired services too.
    #[serde(default)]
    retired: bool,
}

/// Lists the catalogue in its order.
#[utoipa::path(get, path = "/api/services", tag = "services", params(Params), responses((status = OK, body = Vec<Service>)))]
async fn list_services(ctx: Ctx<ServiceRead>, Query(params): Query<Params>) -> Result<Done<Json<Vec<Service>>>> {
    require_module(&ctx.tx, Module::Services).await?;
    let rows = if params.retired { service::Entity::in_order() } else { service::Entity::active() };
    let answer = rules::to_wire(&ctx.tx, rows.all(&ctx.tx).await?).await?;
    ctx.done(Subject::nobody(), Json(answer)).await
}
