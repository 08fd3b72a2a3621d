//! The waitlist as a table for other programs, in the list's order.

use axum::http::HeaderMap;
use entity::clinic::waitlist_entry;
use sea_orm::{ActiveEnum, ColumnTrait, QueryFilter, QuerySelect};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::entries::{self, EntryWithNames};
use base::{date_format::iso_date, error::Result, permission::ListExport};
use http_api::{
    Query,
    state::App,
    table::{self, AT_ONCE, Column, Start, optional},
};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export_waitlist))
}

const COLUMNS: &[Column<EntryWithNames>] = &[
    ("number", |row, _| row.entry.id.to_string()),
    ("client", |row, _| row.person_id.to_string()),
    ("last_name", |row, _| row.last_name.clone()),
    ("first_name", |row, _| row.first_name.clone()),
    ("service", |row, _| row.entry.service.clone()),
    ("provider", |row, _| optional(row.provider_name.as_deref())),
    ("weekdays", |row, _| weekdays(&row.entry.weekdays)),
    ("part_of_day", |row, _| optional(row.entry.part_of_day.map(|part| part.to_value()))),
    ("until", |row, _| optional(row.entry.until)),
    ("note", |row, _| optional(row.entry.note.as_deref())),
    ("added", |row, zone| iso_date(row.entry.created_at, zone)),
    ("added_by", |row, _| row.entry.created_by_name.clone()),
];

/// The waitlist as a table for other programs (RFC 4180), in parts of 20,000: the Link header leads to the next.
#[utoipa::path(get, path = "/api/waitlist/export", tag = "waitlist", params(Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_waitlist(ctx: Ctx<ListExport>, Query(start): Query<Start>) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let mut patients = Vec::new();
    let page = |after| page(&ctx.tx, after);
    let part = table::part(COLUMNS, ctx.clinic.time_zone, start, page, |row| {
        patients.push(row.person_id);
        row.entry.id.into()
    });
    let file = part.await?.answer(&ctx, "waitlist", "/api/waitlist/export", &[])?;
    ctx.done(Subject::patients(patients), file).await
}

async fn page(tx: &ClinicTx, after: Option<i64>) -> Result<Vec<EntryWithNames>> {
    let rows = entries::waiting().filter(waitlist_entry::Column::Id.gt(after.unwrap_or(0))).limit(AT_ONCE);
    Ok(rows.into_model().all(tx).await?)
}

/// `Mon Wed` for 1 and 3.
fn weekdays(numbers: &[i16]) -> String {
    let name = |day: &i16| match day {
        1 => "Mon",
        2 => "Tue",
        3 => "Wed",
        4 => "Thu",
        5 => "Fri",
        6 => "Sat",
        _ => "Sun",
    };
    numbers.iter().map(name).collect::<Vec<_>>().join(" ")
}
