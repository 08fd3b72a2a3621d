//! The list of patients as a table for other programs: the rows that a search finds, with the columns of the list.

use axum::http::HeaderMap;
use entity::ids::PatientId;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    api::Params,
    search::{self, ListedPatient},
};
use base::{date_format::iso_date, error::Result, permission::ListExport};
use http_api::{
    Query,
    state::App,
    table::{self, AT_ONCE, Column, Start, optional},
};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export_patients))
}

const COLUMNS: &[Column<ListedPatient>] = &[
    ("number", |row, _| row.id.to_string()),
    ("last_name", |row, _| row.last_name.clone()),
    ("first_name", |row, _| row.first_name.clone()),
    ("preferred_name", |row, _| optional(row.preferred_name.as_deref())),
    ("pronouns", |row, _| optional(row.pronouns.as_deref())),
    ("birth_date", |row, _| optional(row.birth_date)),
    ("email", |row, _| optional(row.email.as_deref())),
    ("phone", |row, _| optional(row.phone.as_deref())),
    ("added", |row, zone| iso_date(row.created_at, zone)),
    ("archived", |row, zone| optional(row.archived_at.map(|at| iso_date(at, zone)))),
];

/// The patients of the list as a table for other programs (RFC 4180), in parts of 20,000: the Link header leads to the next.
#[utoipa::path(get, path = "/api/patients/export", tag = "patients", params(Params, Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_patients(
    ctx: Ctx<ListExport>,
    Query(wanted): Query<Params>,
    Query(start): Query<Start>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let search = wanted.text()?;
    let archived = wanted.archived.unwrap_or(false);
    let page = |after: Option<i64>| {
        let page = search::page(&ctx.tx, &search, archived, ctx.access, AT_ONCE, after.map(PatientId::from));
        async { Ok(page.await?.0) }
    };
    let mut patients = Vec::new();
    let part = table::part(COLUMNS, ctx.clinic.time_zone, start, page, |row| {
        patients.push(row.id);
        row.id.into()
    });
    let query = [("search", search.clone()), ("archived", archived.to_string())];
    let file = part.await?.answer(&ctx, "clients", "/api/patients/export", &query)?;
    ctx.done(Subject::patients(patients), file).await
}
