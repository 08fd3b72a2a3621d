//! The notice of the right to receive an estimate (45 CFR 149.610 (b)(1)(iii)): a poster for the office, a text for the website,
//! and a line for the pages on which patients book and sign.

use axum::{extract::State, http::HeaderMap};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{file::moment, legal, settings};
use crate::{
    features::documents::{self, Program},
    foundation::{
        date_format::long_date,
        error::{Error, Result},
        http::Json,
        permission::ClinicSettingsRead,
        state::App,
        tenancy::{Ctx, Done, Subject, Visitor},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_right_to_estimate)).routes(routes!(download_right_to_estimate))
}

/// The notice, as everybody may read it.
#[derive(Debug, Serialize, ToSchema)]
struct RightToEstimate {
    clinic_name: String,
    /// Paragraphs, with an empty line between them.
    text: String,
    #[schema(required)]
    phone: Option<String>,
}

/// Shows the notice of the right to receive a Good Faith Estimate. It is nobody's data.
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

/// The notice as a poster for the office: a PDF.
#[utoipa::path(get, path = "/api/gfe-estimate/notice/file", tag = "estimates",
    responses((status = OK, body = String, content_type = "application/pdf")))]
async fn download_right_to_estimate(
    ctx: Ctx<ClinicSettingsRead>,
    State(app): State<App>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let setting = settings::current(&ctx.tx).await?;
    let text = legal::right_to_receive(&setting.texts);
    let today = ctx.now.with_timezone(&ctx.clinic.time_zone).date_naive();
    let title = "Your right to a Good Faith Estimate";
    let paper = json!({
        "kind": "notice",
        "id": format!("{} notice of the right to an estimate", ctx.clinic.id),
        "description": title,
        "title": title,
        "clinic": { "name": ctx.clinic.name, "address": app.base_url.origin_of(&ctx.clinic.subdomain) },
        "patient": { "name": "", "birth_date": "", "number": "" },
        "printed": { "at": long_date(today), "by": "" },
        "made": moment(ctx.now),
        "content": { "paragraphs": text.split("\n\n").collect::<Vec<_>>(), "phone": setting.phone },
    });
    let input = serde_json::to_vec(&paper).map_err(|_| Error::Internal("a notice could not be written".into()))?;
    // It takes a second: no transaction stays open meanwhile.
    let paused = ctx.pause().await?;
    let program: &Program = app.part();
    let file = program.set(input).await?;
    let ctx = paused.resume(&app.tenants).await?;
    let file = file.map_err(|_| {
        Error::conflict("not_set", "The poster could not be made just now. Please try again, or copy the text.")
    })?;
    let headers = documents::headers("application/pdf", "inline; filename=\"right-to-a-good-faith-estimate.pdf\"")?;
    ctx.done(Subject::nobody(), (headers, file)).await
}
