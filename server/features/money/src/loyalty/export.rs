//! The list of balances as a table for other programs.

use axum::http::HeaderMap;
use entity::ids::PatientId;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::ledger;
use crate::foundation::{
    error::Result,
    http::{
        Query,
        table::{self, AT_ONCE, Start},
    },
    permission::ListExport,
    state::App,
    tenancy::{Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export_loyalty_balances))
}

const HEADINGS: [&str; 4] = ["client_number", "last_name", "first_name", "points"];

/// The patients with points as a table for other programs (RFC 4180), in parts of 20,000: the Link header leads to the next.
#[utoipa::path(get, path = "/api/loyalty/balances/export", tag = "loyalty", params(Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_loyalty_balances(
    ctx: Ctx<ListExport>,
    Query(start): Query<Start>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let mut patients = Vec::new();
    let page = |after: Option<i64>| ledger::balances(&ctx.tx, AT_ONCE, after.map(PatientId::from));
    let part = table::part(HEADINGS, start, page, |row| {
        patients.push(row.patient_id);
        let cells = [row.patient_id.to_string(), row.last_name, row.first_name, row.points.to_string()];
        (row.patient_id.into(), cells)
    });
    let file = part.await?.answer(&ctx, "points", "/api/loyalty/balances/export", &[])?;
    ctx.done(Subject::patients(patients), file).await
}
