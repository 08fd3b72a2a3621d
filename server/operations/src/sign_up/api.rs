//! The calls of the platform's own host.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::address::{self, Unavailable};
use base::error::Result;
use http_api::{Json, Query, state::App};
use practice::subscriptions::{Plan, offered_plans};
use tenancy::{Done, Platform};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_availability)).routes(routes!(list_offered_plans))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct AvailabilityQuery {
    /// As typed.
    subdomain: String,
}

/// Whether an address is available now. Another sign-up may take it first.
#[derive(Debug, Serialize, ToSchema)]
struct Availability {
    /// The normalized subdomain, in lower case.
    subdomain: String,
    /// The URL that the clinic would have.
    url: String,
    available: bool,
    reason: Option<Unavailable>,
    /// The reason, for the person at the form.
    sentence: Option<&'static str>,
}

/// Shows whether a subdomain is available, and if not, why.
#[utoipa::path(get, path = "/api/clinics/availability", tag = "platform", params(AvailabilityQuery),
    responses((status = OK, body = Availability)))]
async fn show_availability(
    platform: Platform,
    State(app): State<App>,
    Query(query): Query<AvailabilityQuery>,
) -> Result<Done<Json<Availability>>> {
    let subdomain: String = address::normal(&query.subdomain).chars().take(60).collect();
    let reason = address::fault(&app, &subdomain).await?;
    let answer = Availability {
        url: app.base_url.origin_of(&subdomain),
        subdomain,
        available: reason.is_none(),
        reason,
        sentence: reason.map(Unavailable::sentence),
    };
    Ok(platform.done(Json(answer)))
}

/// Lists the plans for people without a clinic.
#[utoipa::path(get, path = "/api/plans", tag = "platform", responses((status = OK, body = Vec<Plan>)))]
async fn list_offered_plans(platform: Platform) -> Done<Json<Vec<Plan>>> {
    platform.done(Json(offered_plans()))
}
