//! The catalogue as a table for other programs, by number.

use axum::http::HeaderMap;
use chrono_tz::Tz;
use entity::{
    clinic::service::{Column, Entity},
    words::Module,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{rules, wire::Service};
use crate::{
    features::settings::require_module,
    foundation::{
        error::Result,
        http::{
            Query,
            table::{self, AT_ONCE, Start},
        },
        permission::ListExport,
        state::App,
        tenancy::{ClinicTx, Ctx, Done, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export_services))
}

const HEADINGS: [&str; 13] = [
    "number",
    "name",
    "category",
    "minutes",
    "buffer_minutes",
    "price",
    "price_unit",
    "needs_exam",
    "taxable",
    "interval_days",
    "performed_by",
    "consents",
    "retired",
];

/// The catalogue with the retired services as a table for other programs (RFC 4180), in parts of 20,000: the Link header
/// leads to the next.
#[utoipa::path(get, path = "/api/services/export", tag = "services", params(Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_services(ctx: Ctx<ListExport>, Query(start): Query<Start>) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    require_module(&ctx.tx, Module::Services).await?;
    let zone = ctx.clinic.time_zone;
    let part =
        table::part(HEADINGS, start, |after| page(&ctx.tx, after), |row| (row.id.into(), cells(row, zone))).await?;
    let file = part.answer(&ctx, "services", "/api/services/export", &[])?;
    ctx.done(Subject::nobody(), file).await
}

async fn page(tx: &ClinicTx, after: Option<i64>) -> Result<Vec<Service>> {
    let rows = Entity::find().filter(Column::Id.gt(after.unwrap_or(0))).order_by_asc(Column::Id).limit(AT_ONCE);
    rules::to_wire(tx, rows.all(tx).await?).await
}

fn cells(row: Service, zone: Tz) -> [String; 13] {
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    let performers: Vec<_> = row.performers.into_iter().map(|member| member.name).collect();
    let consents: Vec<_> = row.consents.into_iter().map(|template| template.name).collect();
    [
        i64::from(row.id).to_string(),
        row.name,
        row.category.unwrap_or_default(),
        row.minutes.to_string(),
        row.buffer_minutes.to_string(),
        row.price.map(|price| price.0.normalize().to_string()).unwrap_or_default(),
        row.price_unit.unwrap_or_default(),
        yes(row.needs_exam),
        yes(row.taxable),
        row.interval_days.map(|days| days.to_string()).unwrap_or_default(),
        performers.join("; "),
        consents.join("; "),
        row.retired_at.map(|at| at.with_timezone(&zone).date_naive().to_string()).unwrap_or_default(),
    ]
}
