//! Who waits as a table for other programs, in the list's order.

use axum::http::HeaderMap;
use chrono_tz::Tz;
use entity::clinic::waitlist_entry::Column;
use sea_orm::{ActiveEnum, ColumnTrait, QueryFilter, QuerySelect};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::entries::{self, EntryWithNames};
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
    OpenApiRouter::new().routes(routes!(export_waitlist))
}

const HEADINGS: [&str; 12] = [
    "number",
    "client",
    "last_name",
    "first_name",
    "service",
    "provider",
    "weekdays",
    "part_of_day",
    "until",
    "note",
    "added",
    "added_by",
];

/// Who waits as a table for other programs (RFC 4180), in parts of 20,000: the Link header leads to the next.
#[utoipa::path(get, path = "/api/waitlist/export", tag = "waitlist", params(Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_waitlist(ctx: Ctx<ListExport>, Query(start): Query<Start>) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let mut patients = Vec::new();
    let zone = ctx.clinic.time_zone;
    let part = table::part(
        HEADINGS,
        start,
        |after| page(&ctx.tx, after),
        |row: EntryWithNames| {
            patients.push(row.person_id);
            (row.entry.id.into(), cells(row, zone))
        },
    );
    let file = part.await?.answer(&ctx, "waitlist", "/api/waitlist/export", &[])?;
    ctx.done(Subject::patients(patients), file).await
}

async fn page(tx: &ClinicTx, after: Option<i64>) -> Result<Vec<EntryWithNames>> {
    let rows = entries::waiting().filter(Column::Id.gt(after.unwrap_or(0))).limit(AT_ONCE);
    Ok(rows.into_model().all(tx).await?)
}

fn cells(row: EntryWithNames, zone: Tz) -> [String; 12] {
    let EntryWithNames { entry, person_id, first_name, last_name, provider_name } = row;
    let weekday = |day: &i16| match day {
        1 => "Mon",
        2 => "Tue",
        3 => "Wed",
        4 => "Thu",
        5 => "Fri",
        6 => "Sat",
        _ => "Sun",
    };
    let weekdays: Vec<_> = entry.weekdays.iter().map(weekday).collect();
    [
        i64::from(entry.id).to_string(),
        i64::from(person_id).to_string(),
        last_name,
        first_name,
        entry.service,
        provider_name.unwrap_or_default(),
        weekdays.join(" "),
        entry.part_of_day.map(|part| part.to_value()).unwrap_or_default(),
        entry.until.map(|day| day.to_string()).unwrap_or_default(),
        entry.note.unwrap_or_default(),
        entry.created_at.with_timezone(&zone).date_naive().to_string(),
        entry.created_by_name,
    ]
}
