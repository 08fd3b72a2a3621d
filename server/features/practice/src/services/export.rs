//! The catalogue as a table for other programs, by number.

use axum::http::HeaderMap;
use entity::{
    clinic::service::{self, Entity},
    words::Module,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{rules, wire::Service};
use crate::settings::require_module;
use base::{date_format::iso_date, error::Result, permission::ListExport};
use http_api::{
    Query,
    state::App,
    table::{self, AT_ONCE, Column, Start, optional},
};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export_services))
}

const COLUMNS: &[Column<Service>] = &[
    ("number", |row, _| row.id.to_string()),
    ("name", |row, _| row.name.clone()),
    ("category", |row, _| optional(row.category.as_deref())),
    ("minutes", |row, _| row.minutes.to_string()),
    ("buffer_minutes", |row, _| row.buffer_minutes.to_string()),
    ("price", |row, _| optional(row.price.map(|price| price.0.normalize()))),
    ("price_unit", |row, _| optional(row.price_unit.as_deref())),
    ("needs_exam", |row, _| yes(row.needs_exam)),
    ("taxable", |row, _| yes(row.taxable)),
    ("interval_days", |row, _| optional(row.interval_days)),
    ("performed_by", |row, _| joined(row.performers.iter().map(|member| member.name.as_str()))),
    ("consents", |row, _| joined(row.consents.iter().map(|template| template.name.as_str()))),
    ("retired", |row, zone| optional(row.retired_at.map(|at| iso_date(at, zone)))),
];

/// The catalogue with the retired services as a table for other programs (RFC 4180), in parts of 20,000: the Link header
/// leads to the next.
#[utoipa::path(get, path = "/api/services/export", tag = "services", params(Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_services(ctx: Ctx<ListExport>, Query(start): Query<Start>) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    require_module(&ctx.tx, Module::Services).await?;
    let page = |after| page(&ctx.tx, after);
    let part = table::part(COLUMNS, ctx.clinic.time_zone, start, page, |row| row.id.into()).await?;
    let file = part.answer(&ctx, "services", "/api/services/export", &[])?;
    ctx.done(Subject::nobody(), file).await
}

async fn page(tx: &ClinicTx, after: Option<i64>) -> Result<Vec<Service>> {
    let rows = Entity::find()
        .filter(service::Column::Id.gt(after.unwrap_or(0)))
        .order_by_asc(service::Column::Id)
        .limit(AT_ONCE);
    rules::to_wire(tx, rows.all(tx).await?).await
}

fn yes(is: bool) -> String {
    if is { "yes" } else { "no" }.to_owned()
}

fn joined<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.collect::<Vec<_>>().join("; ")
}
