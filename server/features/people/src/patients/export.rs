//! The list of patients as a table for other programs: the rows that a search finds, with what the list shows of each.

use axum::http::HeaderMap;
use chrono_tz::Tz;
use entity::ids::PatientId;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    api::Params,
    search::{self, ListedPatient},
};
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
    OpenApiRouter::new().routes(routes!(export_patients))
}

const HEADINGS: [&str; 10] = [
    "number",
    "last_name",
    "first_name",
    "preferred_name",
    "pronouns",
    "birth_date",
    "email",
    "phone",
    "added",
    "archived",
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
    let part = table::part(HEADINGS, start, page, |row| {
        patients.push(row.id);
        (row.id.into(), cells(row, ctx.clinic.time_zone))
    });
    let query = [("search", search.clone()), ("archived", archived.to_string())];
    let file = part.await?.answer(&ctx, "clients", "/api/patients/export", &query)?;
    ctx.done(Subject::patients(patients), file).await
}

fn cells(row: ListedPatient, zone: Tz) -> [String; 10] {
    let text = Option::unwrap_or_default;
    let day = |at: chrono::DateTime<chrono::Utc>| at.with_timezone(&zone).date_naive().to_string();
    [
        row.id.to_string(),
        row.last_name,
        row.first_name,
        text(row.preferred_name),
        text(row.pronouns),
        row.birth_date.map(|day| day.to_string()).unwrap_or_default(),
        text(row.email),
        text(row.phone),
        day(row.created_at),
        row.archived_at.map(day).unwrap_or_default(),
    ]
}
