//! The consent templates as a table for other programs, by number.

use axum::http::HeaderMap;
use chrono_tz::Tz;
use entity::clinic::consent_template::{Column, Entity, Model};
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::foundation::{
    error::Result,
    http::{
        Query,
        table::{self, AT_ONCE, Start},
    },
    permission::ListExport,
    state::App,
    tenancy::{ClinicTx, Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export_consent_templates))
}

const HEADINGS: [&str; 5] = ["number", "name", "version", "changed", "html"];

/// The consent templates as a table for other programs (RFC 4180), in parts of 4 MB: the Link header leads to the next.
#[utoipa::path(get, path = "/api/consents/templates/export", tag = "consents", params(Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_consent_templates(
    ctx: Ctx<ListExport>,
    Query(start): Query<Start>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let zone = ctx.clinic.time_zone;
    let part =
        table::part(HEADINGS, start, |after| page(&ctx.tx, after), |row| (row.id.into(), cells(row, zone))).await?;
    let file = part.answer(&ctx, "consent-templates", "/api/consents/templates/export", &[])?;
    ctx.done(Subject::nobody(), file).await
}

async fn page(tx: &ClinicTx, after: Option<i64>) -> Result<Vec<Model>> {
    let rows = Entity::active().filter(Column::Id.gt(after.unwrap_or(0))).order_by_asc(Column::Id).limit(AT_ONCE);
    Ok(rows.all(tx).await?)
}

fn cells(row: Model, zone: Tz) -> [String; 5] {
    let changed = row.updated_at.with_timezone(&zone).date_naive().to_string();
    [i64::from(row.id).to_string(), row.name, row.version.to_string(), changed, row.body]
}
