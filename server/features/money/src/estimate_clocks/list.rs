//! The clinic's deadlines, as a list and as a file.

use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{
    ids::PatientId,
    words::{ClockCause, ClockEnding},
};
use sea_orm::FromQueryResult;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    sql::{self, Wanted},
    wire::EstimateClock,
};
use base::{
    date_format,
    error::Result,
    permission::{EstimateRead, ListExport},
};
use http_api::{
    Json, Page, Query,
    page::next_link,
    state::App,
    table::{self, AT_ONCE, Column, Start, optional},
};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_estimate_clocks)).routes(routes!(export_estimate_clocks))
}

/// How many deadlines a page has by default.
const DEFAULT_LIMIT: u64 = 50;

#[derive(Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Filter {
    /// `true` lists closed deadlines instead of open ones.
    #[serde(default)]
    closed: bool,
    cause: Option<ClockCause>,
}

impl Filter {
    const fn wanted(self) -> Wanted {
        Wanted { is_closed: self.closed, cause: self.cause }
    }

    /// The filter as the query of a link.
    fn query(self) -> Vec<(&'static str, String)> {
        let closed = self.closed.then(|| ("closed", "true".to_owned()));
        let cause = self.cause.map(|cause| ("cause", cause.as_str().to_owned()));
        closed.into_iter().chain(cause).collect()
    }
}

/// Lists the estimates that are or were owed, by their deadline.
#[utoipa::path(get, path = "/api/estimate-clocks", tag = "estimate-clocks", params(Filter, Page), responses((status = OK, body = Vec<EstimateClock>)))]
async fn list_estimate_clocks(
    ctx: Ctx<EstimateRead>,
    Query(filter): Query<Filter>,
    Query(page): Query<Page>,
) -> Result<Done<(HeaderMap, Json<Vec<EstimateClock>>)>> {
    let limit = page.limit_or(DEFAULT_LIMIT);
    let rows = EstimateClock::find_by_statement(sql::listed(filter.wanted(), page.after, limit)).all(&ctx.tx).await?;
    let last = rows.last().filter(|_| rows.len() as u64 == limit).map(|row| row.id);
    let query = [filter.query(), vec![("limit", limit.to_string())]].concat();
    let headers = next_link("/api/estimate-clocks", &query, last)?;
    ctx.done(Subject::patients(rows.iter().map(|row| row.patient_id)), (headers, Json(rows))).await
}

const COLUMNS: &[Column<EstimateClock>] = &[
    ("estimate", |row, _| row.id.to_string()),
    ("patient", |row, _| row.patient_name.clone()),
    ("patient_id", |row, _| row.patient_id.to_string()),
    ("visit", |row, zone| time(row.starts_at, zone)),
    ("service", |row, _| optional(row.service.as_deref())),
    ("cause", |row, _| cause_in_words(row.cause).to_owned()),
    ("started_at", |row, zone| date_format::sortable(row.started_at, zone)),
    ("asked_at", |row, zone| time(row.asked_at, zone)),
    ("due_on", |row, _| row.due_on.to_string()),
    ("closed_at", |row, zone| time(row.closed_at, zone)),
    ("closed_by", |row, _| optional(row.closed_by.as_deref())),
    ("ending", |row, _| optional(row.ending.map(ending_in_words))),
    ("note", |row, _| optional(row.ending_note.as_deref())),
];

fn time(at: Option<DateTime<Utc>>, zone: Tz) -> String {
    optional(at.map(|at| date_format::sortable(at, zone)))
}

/// The list as a table for other programs (RFC 4180): the Link header leads to the next part. The export itself is recorded in
/// the activity log.
#[utoipa::path(get, path = "/api/estimate-clocks/export", tag = "estimate-clocks", params(Filter, Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_estimate_clocks(
    ctx: Ctx<ListExport>,
    Query(filter): Query<Filter>,
    Query(start): Query<Start>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let mut patients: Vec<PatientId> = Vec::new();
    let page = async |after: Option<i64>| {
        Ok(EstimateClock::find_by_statement(sql::listed(filter.wanted(), after, AT_ONCE)).all(&ctx.tx).await?)
    };
    let part = table::part(COLUMNS, ctx.clinic.time_zone, start, page, |row| {
        patients.push(row.patient_id);
        row.id.into()
    });
    let part = part.await?;
    let file = part.answer(&ctx, "estimates-due", "/api/estimate-clocks/export", &filter.query())?;
    ctx.done(Subject::patients(patients), file).await
}

/// Why an estimate is owed, in a few words.
pub const fn cause_in_words(cause: ClockCause) -> &'static str {
    match cause {
        ClockCause::Scheduled => "Visit scheduled",
        ClockCause::Asked => "Asked about the cost",
        ClockCause::Changed => "Changed after being issued",
    }
}

/// How an owed estimate ended, in a few words.
pub const fn ending_in_words(ending: ClockEnding) -> &'static str {
    match ending {
        ClockEnding::Issued => "Estimate issued",
        ClockEnding::Cancelled => "Visit cancelled",
        ClockEnding::Insured => "Uses an insurance",
        ClockEnding::ByHand => "Closed by hand",
    }
}
