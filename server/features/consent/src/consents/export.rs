//! Exports the consent templates as CSV.

use axum::http::HeaderMap;
use entity::clinic::consent_template::{self, Entity, Model};
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{date_format::iso_date, error::Result, permission::ListExport};
use http_api::{
    Query,
    state::App,
    table::{self, AT_ONCE, Column, Start},
};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export_consent_templates))
}

const COLUMNS: &[Column<Model>] = &[
    ("number", |row, _| row.id.to_string()),
    ("name", |row, _| row.name.clone()),
    ("version", |row, _| row.version.to_string()),
    ("changed", |row, zone| iso_date(row.updated_at, zone)),
    ("html", |row, _| row.body.clone()),
];

/// Exports the consent templates as CSV (RFC 4180), by number, in parts of 4 MB. The Link header leads to the next part.
#[utoipa::path(get, path = "/api/consents/templates/export", tag = "consents", params(Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_consent_templates(
    ctx: Ctx<ListExport>,
    Query(start): Query<Start>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let page = |after| page(&ctx.tx, after);
    let part = table::part(COLUMNS, ctx.clinic.time_zone, start, page, |row| row.id.into()).await?;
    let file = part.answer(&ctx, "consent-templates", "/api/consents/templates/export", &[])?;
    ctx.done(Subject::nobody(), file).await
}

async fn page(tx: &ClinicTx, after: Option<i64>) -> Result<Vec<Model>> {
    let rows = Entity::active()
        .filter(consent_template::Column::Id.gt(after.unwrap_or(0)))
        .order_by_asc(consent_template::Column::Id)
        .limit(AT_ONCE);
    Ok(rows.all(tx).await?)
}
