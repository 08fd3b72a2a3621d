//! The clinic's clocks, and the same as a file.

use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
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
use crate::foundation::{
    date_format,
    error::Result,
    http::{
        Json, Page, Query,
        page::next_link,
        table::{self, AT_ONCE, Start},
    },
    permission::{EstimateRead, ListExport},
    state::App,
    tenancy::{Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_estimate_clocks)).routes(routes!(export_estimate_clocks))
}

/// How many clocks a page has without a limit.
const DEFAULT_LIMIT: u64 = 50;

#[derive(Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Filter {
    /// Those that were closed, in place of those that are open.
    #[serde(default)]
    closed: bool,
    cause: Option<ClockCause>,
}

impl Filter {
    const fn wanted(self) -> Wanted {
        Wanted { is_closed: self.closed, cause: self.cause }
    }

    /// The same as the query of a link.
    fn query(self) -> Vec<(&'static str, String)> {
        let closed = self.closed.then(|| ("closed", "true".to_owned()));
        let cause = self.cause.map(|cause| ("cause", cause.as_str().to_owned()));
        closed.into_iter().chain(cause).collect()
    }
}

/// Lists the estimates that are owed, or were, by the day on which they are due.
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

const HEADINGS: [&str; 13] = [
    "estimate",
    "patient",
    "patient_id",
    "visit",
    "service",
    "cause",
    "started_at",
    "asked_at",
    "due_on",
    "closed_at",
    "closed_by",
    "ending",
    "note",
];

/// The same as a table for other programs (RFC 4180): the Link header leads to the next part. Exporting is itself an entry of the
/// activity log.
#[utoipa::path(get, path = "/api/estimate-clocks/export", tag = "estimate-clocks", params(Filter, Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_estimate_clocks(
    ctx: Ctx<ListExport>,
    Query(filter): Query<Filter>,
    Query(start): Query<Start>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let zone = ctx.clinic.time_zone;
    let mut patients: Vec<PatientId> = Vec::new();
    let page = async |after: Option<i64>| {
        Ok(EstimateClock::find_by_statement(sql::listed(filter.wanted(), after, AT_ONCE)).all(&ctx.tx).await?)
    };
    let part = table::part(HEADINGS, start, page, |row| {
        patients.push(row.patient_id);
        let at = |at: Option<DateTime<Utc>>| at.map(|at| date_format::sortable(at, zone)).unwrap_or_default();
        let cells = [
            row.id.to_string(),
            row.patient_name,
            row.patient_id.to_string(),
            at(row.starts_at),
            row.service.unwrap_or_default(),
            cause_in_words(row.cause).to_owned(),
            at(Some(row.started_at)),
            at(row.asked_at),
            row.due_on.to_string(),
            at(row.closed_at),
            row.closed_by.unwrap_or_default(),
            row.ending.map(ending_in_words).unwrap_or_default().to_owned(),
            row.ending_note.unwrap_or_default(),
        ];
        (row.id.into(), cells)
    });
    let part = part.await?;
    let file = part.answer(&ctx, "estimates-due", "/api/estimate-clocks/export", &filter.query())?;
    ctx.done(Subject::patients(patients), file).await
}

/// Why an estimate is owed, in a few words.
pub const fn cause_in_words(cause: ClockCause) -> &'static str {
    match cause {
        ClockCause::Scheduled => "Visit scheduled",
        ClockCause::Asked => "Asked what it costs",
        ClockCause::Changed => "Changed after it was issued",
    }
}

/// How what was owed ended, in a few words.
pub const fn ending_in_words(ending: ClockEnding) -> &'static str {
    match ending {
        ClockEnding::Issued => "Estimate issued",
        ClockEnding::Cancelled => "Visit cancelled",
        ClockEnding::Insured => "Uses an insurance",
        ClockEnding::ByHand => "Closed by hand",
    }
}
