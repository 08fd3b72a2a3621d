//! Exports the appointments of some days as CSV, with the same fields as the list.

use axum::http::HeaderMap;
use chrono::{DateTime, SecondsFormat, Utc};
use chrono_tz::Tz;
use entity::clinic::appointment;
use sea_orm::{QuerySelect, Select};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    booked::{Booked, by_start},
    window::Window,
};
use base::{
    date_format::{iso_date, time_24h},
    error::Result,
    permission::ListExport,
};
use http_api::{
    Query,
    state::App,
    table::{self, AT_ONCE, Column, Start, optional},
};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export_appointments))
}

const COLUMNS: &[Column<Booked>] = &[
    ("number", |row, _| row.appointment.id.to_string()),
    ("date", |row, zone| iso_date(row.appointment.starts_at, zone)),
    ("starts", |row, zone| time(row.appointment.starts_at, zone)),
    ("ends", |row, zone| time(row.appointment.ends_at, zone)),
    ("starts_utc", |row, _| row.appointment.starts_at.to_rfc3339_opts(SecondsFormat::Secs, true)),
    ("client_number", |row, _| row.person_id.to_string()),
    ("last_name", |row, _| row.last_name.clone()),
    ("first_name", |row, _| row.first_name.clone()),
    ("service", |row, _| row.appointment.service.clone()),
    ("provider", |row, _| optional(row.provider_name.as_deref())),
    ("notes", |row, _| optional(row.appointment.notes.as_deref())),
    ("status", |row, _| row.appointment.status.as_str().to_owned()),
];

/// Exports the appointments of these days as CSV (RFC 4180), in parts of 20,000. The Link header leads to the next part.
/// Canceled ones are left out by default. Dates and times are the clinic's.
#[utoipa::path(get, path = "/api/appointments/export", tag = "appointments", params(Window, Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_appointments(
    ctx: Ctx<ListExport>,
    Query(window): Query<Window>,
    Query(start): Query<Start>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let wanted = window.appointments(ctx.now, ctx.clinic.time_zone)?;
    let mut patients = Vec::new();
    let page = |after| page_of(&ctx.tx, wanted.clone(), after);
    let part = table::part(COLUMNS, ctx.clinic.time_zone, start, page, |row| {
        patients.push(row.person_id);
        row.appointment.id.into()
    });
    let file = part.await?.answer(&ctx, "appointments", "/api/appointments/export", &window.query())?;
    ctx.done(Subject::patients(patients), file).await
}

async fn page_of(tx: &ClinicTx, wanted: Select<appointment::Entity>, after: Option<i64>) -> Result<Vec<Booked>> {
    Ok(by_start(wanted, after).limit(AT_ONCE).into_model().all(tx).await?)
}

fn time(at: DateTime<Utc>, zone: Tz) -> String {
    time_24h(at.with_timezone(&zone).time())
}
