//! The list of balances as a table for other programs.

use axum::http::HeaderMap;
use entity::ids::PatientId;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::ledger::{self, Balance};
use base::{error::Result, permission::ListExport};
use http_api::{
    Query,
    state::App,
    table::{self, AT_ONCE, Column, Start},
};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export_loyalty_balances))
}

const COLUMNS: &[Column<Balance>] = &[
    ("client_number", |row, _| row.patient_id.to_string()),
    ("last_name", |row, _| row.last_name.clone()),
    ("first_name", |row, _| row.first_name.clone()),
    ("points", |row, _| row.points.to_string()),
];

/// The patients with points as a table for other programs (RFC 4180), in parts of 20,000: the Link header leads to the next.
#[utoipa::path(get, path = "/api/loyalty/balances/export", tag = "loyalty", params(Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_loyalty_balances(
    ctx: Ctx<ListExport>,
    Query(start): Query<Start>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let mut patients = Vec::new();
    let page = |after: Option<i64>| ledger::balances(&ctx.tx, AT_ONCE, after.map(PatientId::from));
    let part = table::part(COLUMNS, ctx.clinic.time_zone, start, page, |row| {
        patients.push(row.patient_id);
        row.patient_id.into()
    });
    let file = part.await?.answer(&ctx, "points", "/api/loyalty/balances/export", &[])?;
    ctx.done(Subject::patients(patients), file).await
}
