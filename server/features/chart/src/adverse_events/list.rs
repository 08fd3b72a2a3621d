//! The adverse events of the clinic, as a list and as a file.

use axum::http::HeaderMap;
use chrono::NaiveDate;
use entity::{ids::PatientId, words::Severity};
use sea_orm::FromQueryResult;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    sql::{self, Wanted},
    wire::ListedAdverseEvent,
    words::{kind_in_words, severity_in_words, status_in_words},
};
use base::{
    date_format,
    error::{Error, Result},
    permission::AdverseEventList,
};
use http_api::{
    Json, Page, Query,
    fields::in_our_time,
    page::next_link,
    state::App,
    table::{self, AT_ONCE, Column, Start, optional},
};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_adverse_events)).routes(routes!(export_adverse_events))
}

/// How many events a page has without a limit.
const DEFAULT_LIMIT: u64 = 50;

#[derive(Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Filter {
    /// Only events that are not over.
    #[serde(default)]
    open: bool,
    severity: Option<Severity>,
    /// The first and the last day on which the event may have begun.
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
}

impl Filter {
    fn wanted(self) -> Result<Wanted> {
        in_our_time("from", self.from)?;
        in_our_time("to", self.to)?;
        if self.from.zip(self.to).is_some_and(|(from, to)| to < from) {
            return Err(Error::field("to", "must not be before the first day"));
        }
        Ok(Wanted { is_open: self.open, severity: self.severity, from: self.from, to: self.to })
    }

    /// The filter as the query of a link.
    fn query(self) -> Vec<(&'static str, String)> {
        let open = self.open.then(|| ("open", "true".to_owned()));
        let severity = self.severity.map(|severity| ("severity", severity.as_str().to_owned()));
        let from = self.from.map(|day| ("from", day.to_string()));
        let to = self.to.map(|day| ("to", day.to_string()));
        open.into_iter().chain(severity).chain(from).chain(to).collect()
    }
}

/// Lists the clinic's adverse events, the latest reported first.
#[utoipa::path(get, path = "/api/adverse-events", tag = "adverse-events", params(Filter, Page), responses((status = OK, body = Vec<ListedAdverseEvent>)))]
async fn list_adverse_events(
    ctx: Ctx<AdverseEventList>,
    Query(filter): Query<Filter>,
    Query(page): Query<Page>,
) -> Result<Done<(HeaderMap, Json<Vec<ListedAdverseEvent>>)>> {
    let limit = page.limit_or(DEFAULT_LIMIT);
    let statement = sql::listed(filter.wanted()?, page.after.unwrap_or(i64::MAX), limit);
    let rows = ListedAdverseEvent::find_by_statement(statement).all(&ctx.tx).await?;
    let last = rows.last().filter(|_| rows.len() as u64 == limit).map(|row| row.id);
    let query = [filter.query(), vec![("limit", limit.to_string())]].concat();
    let headers = next_link("/api/adverse-events", &query, last)?;
    let subject = Subject::patients(rows.iter().map(|row| row.patient_id));
    ctx.done(subject, (headers, Json(rows))).await
}

#[derive(FromQueryResult)]
struct ExportRow {
    #[sea_orm(nested)]
    listed: ListedAdverseEvent,
    details: String,
    action: String,
}

const COLUMNS: &[Column<ExportRow>] = &[
    ("report", |row, _| row.listed.id.to_string()),
    ("began_on", |row, _| row.listed.began_on.to_string()),
    ("patient", |row, _| row.listed.patient_name.clone()),
    ("patient_id", |row, _| row.listed.patient_id.to_string()),
    ("treatment", |row, _| optional(row.listed.treatment_type.as_deref())),
    ("kind", |row, _| kind_in_words(row.listed.kind).to_owned()),
    ("details", |row, _| row.details.clone()),
    ("severity", |row, _| severity_in_words(row.listed.severity).to_owned()),
    ("action", |row, _| row.action.clone()),
    ("status", |row, _| status_in_words(row.listed.status).to_owned()),
    ("follow_up_on", |row, _| optional(row.listed.follow_up_on)),
    ("reported_at", |row, zone| date_format::sortable(row.listed.reported_at, zone)),
    ("reported_by", |row, _| row.listed.reported_by.clone()),
    ("acknowledged_at", |row, zone| optional(row.listed.acknowledged_at.map(|at| date_format::sortable(at, zone)))),
    ("acknowledged_by", |row, _| optional(row.listed.acknowledged_by.as_deref())),
];

/// Exports the list with the texts of the reports as CSV (RFC 4180). The Link header leads to the next part. The export is itself
/// an entry of the activity log.
#[utoipa::path(get, path = "/api/adverse-events/export", tag = "adverse-events", params(Filter, Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_adverse_events(
    ctx: Ctx<AdverseEventList>,
    Query(filter): Query<Filter>,
    Query(start): Query<Start>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let wanted = filter.wanted()?;
    let mut patients: Vec<PatientId> = Vec::new();
    let page = async |after: Option<i64>| {
        let statement = sql::listed(wanted, after.unwrap_or(i64::MAX), AT_ONCE);
        Ok(ExportRow::find_by_statement(statement).all(&ctx.tx).await?)
    };
    let part = table::part(COLUMNS, ctx.clinic.time_zone, start, page, |ExportRow { listed, .. }| {
        patients.push(listed.patient_id);
        listed.id.into()
    });
    let part = part.await?;
    let file = part.answer(&ctx, "adverse-events", "/api/adverse-events/export", &filter.query())?;
    ctx.done(Subject::patients(patients), file).await
}
