//! The punctuality of each provider: how much was recorded, approved and returned, and how soon.

use axum::http::HeaderMap;
use chrono::{DateTime, Days, NaiveDate, Utc};
use entity::ids::MemberId;
use sea_orm::FromQueryResult;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{settings, sql};
use base::{
    error::{Error, Result},
    local_time::start_of,
    permission::ReviewManage,
};
use http_api::{
    Json, Query,
    state::App,
    table::{self, Column, Start, optional},
};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_punctuality)).routes(routes!(export_punctuality))
}

/// The most days of one answer.
const MAX_DAYS: i64 = 366;

/// The days on which the counted treatments were recorded, in the clinic's zone, including the last day.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Period {
    from: NaiveDate,
    to: NaiveDate,
}

impl Period {
    fn bounds<P>(self, ctx: &Ctx<P>) -> Result<(DateTime<Utc>, DateTime<Utc>)> {
        if !(0..MAX_DAYS).contains(&(self.to - self.from).num_days()) {
            return Err(Error::field("to", "must not be before the first day, nor a year after it"));
        }
        let zone = ctx.clinic.time_zone;
        Ok((start_of(self.from, zone), start_of(self.to + Days::new(1), zone)))
    }
}

/// The punctuality of a provider.
#[derive(Debug, Serialize, FromQueryResult, ToSchema)]
struct Punctuality {
    provider_id: MemberId,
    provider_name: String,
    /// The treatments that were recorded and are not void.
    recorded: i64,
    /// Of the recorded treatments, those that the clinic's share selects, and those approved or returned although it does not.
    reviewed: i64,
    approved: i64,
    /// The median time until approval, in hours; null if nothing was approved.
    median_hours: Option<f64>,
    /// Approved too late, or open for longer than the clinic's hours.
    late: i64,
    /// Returned at least once.
    returned: i64,
    /// Approved in time.
    on_time: i64,
    /// The percentage of due treatments that were approved in time; null if none was due.
    #[sea_orm(skip)]
    on_time_percent: Option<i64>,
}

async fn rows<P>(ctx: &Ctx<P>, period: Period) -> Result<Vec<Punctuality>> {
    let (from, until) = period.bounds(ctx)?;
    let hours = settings::due_hours(&ctx.tx).await?;
    let statement = sql::punctuality(from, until, ctx.now, hours);
    let mut rows = Punctuality::find_by_statement(statement).all(&ctx.tx).await?;
    for row in &mut rows {
        let due = row.on_time + row.late;
        row.on_time_percent = (due > 0).then(|| (200 * row.on_time + due) / (2 * due));
        row.median_hours = row.median_hours.map(|hours| (hours * 10.0).round() / 10.0);
    }
    Ok(rows)
}

/// Shows the punctuality of each provider for the treatments recorded within some days.
#[utoipa::path(get, path = "/api/review/punctuality", tag = "review", params(Period), responses((status = OK, body = Vec<Punctuality>)))]
async fn show_punctuality(
    ctx: Ctx<ReviewManage>,
    Query(period): Query<Period>,
) -> Result<Done<Json<Vec<Punctuality>>>> {
    let rows = rows(&ctx, period).await?;
    ctx.done(Subject::nobody(), Json(rows)).await
}

const COLUMNS: &[Column<Punctuality>] = &[
    ("provider", |row, _| row.provider_name.clone()),
    ("recorded", |row, _| row.recorded.to_string()),
    ("reviewed", |row, _| row.reviewed.to_string()),
    ("approved", |row, _| row.approved.to_string()),
    ("median_hours", |row, _| optional(row.median_hours)),
    ("late", |row, _| row.late.to_string()),
    ("returned", |row, _| row.returned.to_string()),
    ("on_time_percent", |row, _| optional(row.on_time_percent)),
];

/// The punctuality as a table for other programs (RFC 4180).
#[utoipa::path(get, path = "/api/review/punctuality/export", tag = "review", params(Period, Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_punctuality(
    ctx: Ctx<ReviewManage>,
    Query(period): Query<Period>,
    Query(start): Query<Start>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let page = async |after: Option<i64>| if after.is_some() { Ok(Vec::new()) } else { rows(&ctx, period).await };
    let part = table::part(COLUMNS, ctx.clinic.time_zone, start, page, |row| row.provider_id.into()).await?;
    let query = [("from", period.from.to_string()), ("to", period.to.to_string())];
    let file = part.answer(&ctx, "punctuality", "/api/review/punctuality/export", &query)?;
    ctx.done(Subject::nobody(), file).await
}
