//! The adverse events of the clinic, and the same as a file.

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
use crate::foundation::{
    date_format,
    error::{Error, Result},
    http::{
        Json, Page, Query,
        fields::in_our_time,
        page::next_link,
        table::{self, AT_ONCE, Start},
    },
    permission::AdverseEventList,
    state::App,
    tenancy::{Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_adverse_events)).routes(routes!(export_adverse_events))
}

/// How many events a page has without a limit.
const DEFAULT_LIMIT: u64 = 50;

#[derive(Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Filter {
    /// Those alone that go on.
    #[serde(default)]
    open: bool,
    severity: Option<Severity>,
    /// The first and the last day on which it began.
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

    /// The same as the query of a link.
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

const HEADINGS: [&str; 15] = [
    "report",
    "began_on",
    "patient",
    "patient_id",
    "treatment",
    "kind",
    "details",
    "severity",
    "action",
    "status",
    "follow_up_on",
    "reported_at",
    "reported_by",
    "acknowledged_at",
    "acknowledged_by",
];

#[derive(FromQueryResult)]
struct ExportRow {
    #[sea_orm(nested)]
    listed: ListedAdverseEvent,
    details: String,
    action: String,
}

/// The same with the texts of the reports as a table for other programs (RFC 4180): the Link header leads to the next part. Exporting
/// is itself an entry of the activity log.
#[utoipa::path(get, path = "/api/adverse-events/export", tag = "adverse-events", params(Filter, Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_adverse_events(
    ctx: Ctx<AdverseEventList>,
    Query(filter): Query<Filter>,
    Query(start): Query<Start>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let (wanted, zone) = (filter.wanted()?, ctx.clinic.time_zone);
    let mut patients: Vec<PatientId> = Vec::new();
    let page = async |after: Option<i64>| {
        let statement = sql::listed(wanted, after.unwrap_or(i64::MAX), AT_ONCE);
        Ok(ExportRow::find_by_statement(statement).all(&ctx.tx).await?)
    };
    let part = table::part(HEADINGS, start, page, |ExportRow { listed: row, details, action }| {
        patients.push(row.patient_id);
        let day = |day: Option<NaiveDate>| day.map(|day| day.to_string()).unwrap_or_default();
        let cells = [
            row.id.to_string(),
            row.began_on.to_string(),
            row.patient_name,
            row.patient_id.to_string(),
            row.treatment_type.unwrap_or_default(),
            kind_in_words(row.kind).to_owned(),
            details,
            severity_in_words(row.severity).to_owned(),
            action,
            status_in_words(row.status).to_owned(),
            day(row.follow_up_on),
            date_format::sortable(row.reported_at, zone),
            row.reported_by,
            row.acknowledged_at.map(|at| date_format::sortable(at, zone)).unwrap_or_default(),
            row.acknowledged_by.unwrap_or_default(),
        ];
        (row.id.into(), cells)
    });
    let part = part.await?;
    let file = part.answer(&ctx, "adverse-events", "/api/adverse-events/export", &filter.query())?;
    ctx.done(Subject::patients(patients), file).await
}
