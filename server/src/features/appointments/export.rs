//! The list of appointments as a table for other programs: the days that are asked for, with what the list shows.

use axum::http::HeaderMap;
use chrono::SecondsFormat;
use chrono_tz::Tz;
use entity::clinic::appointment;
use sea_orm::{QuerySelect, Select};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    booked::{Booked, by_start},
    window::Window,
};
use crate::foundation::{
    date_format::time_24h,
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
    OpenApiRouter::new().routes(routes!(export_appointments))
}

const HEADINGS: [&str; 12] = [
    "number",
    "date",
    "starts",
    "ends",
    "starts_utc",
    "client_number",
    "last_name",
    "first_name",
    "service",
    "provider",
    "notes",
    "status",
];

/// The appointments of these days as a table for other programs (RFC 4180), in parts of 20,000: the Link header leads to the
/// next. Cancelled ones are in it only if they are asked for. Dates and times are the clinic's.
#[utoipa::path(get, path = "/api/appointments/export", tag = "appointments", params(Window, Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_appointments(
    ctx: Ctx<ListExport>,
    Query(window): Query<Window>,
    Query(start): Query<Start>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let wanted = window.appointments(ctx.now, ctx.clinic.time_zone)?;
    let mut patients = Vec::new();
    let page = |after| page_of(&ctx.tx, wanted.clone(), after);
    let part = table::part(HEADINGS, start, page, |row| {
        patients.push(row.person_id);
        (row.appointment.id.into(), cells(row, ctx.clinic.time_zone))
    });
    let file = part.await?.answer(&ctx, "appointments", "/api/appointments/export", &window.query())?;
    ctx.done(Subject::patients(patients), file).await
}

async fn page_of(tx: &ClinicTx, wanted: Select<appointment::Entity>, after: Option<i64>) -> Result<Vec<Booked>> {
    Ok(by_start(wanted, after).limit(AT_ONCE).into_model().all(tx).await?)
}

fn cells(
    Booked { appointment, person_id, first_name, last_name, provider_name, .. }: Booked,
    zone: Tz,
) -> [String; 12] {
    let (starts, ends) = (appointment.starts_at.with_timezone(&zone), appointment.ends_at.with_timezone(&zone));
    [
        appointment.id.to_string(),
        starts.date_naive().to_string(),
        time_24h(starts.time()),
        time_24h(ends.time()),
        appointment.starts_at.to_rfc3339_opts(SecondsFormat::Secs, true),
        person_id.to_string(),
        last_name,
        first_name,
        appointment.service,
        provider_name.unwrap_or_default(),
        appointment.notes.unwrap_or_default(),
        appointment.status.as_str().to_owned(),
    ]
}
