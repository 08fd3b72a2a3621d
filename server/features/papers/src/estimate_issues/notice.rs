//! The notice of the right to receive an estimate (45 CFR 149.610 (b)(1)(iii)): a text for the website, and a line for the pages
//! on which patients book and sign. The poster for the office is `poster.rs`.

use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{legal, settings};
use base::error::Result;
use http_api::{Json, state::App};
use tenancy::{Done, Visitor};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_right_to_estimate))
}

/// The notice, which anybody may read.
#[derive(Debug, Serialize, ToSchema)]
struct RightToEstimate {
    clinic_name: String,
    /// Paragraphs, with an empty line between them.
    text: String,
    phone: Option<String>,
}

/// Shows the notice of the right to receive a Good Faith Estimate. It contains no personal data.
#[utoipa::path(get, path = "/api/right-to-estimate", tag = "estimates", responses((status = OK, body = RightToEstimate)))]
async fn show_right_to_estimate(visitor: Visitor) -> Result<Done<Json<RightToEstimate>>> {
    let tx = visitor.enter().await?;
    let setting = settings::current(&tx).await?;
    let answer = RightToEstimate {
        clinic_name: visitor.clinic.name.clone(),
        text: legal::right_to_receive(&setting.texts),
        phone: setting.phone,
    };
    visitor.done_unaudited(tx, Json(answer)).await
}
