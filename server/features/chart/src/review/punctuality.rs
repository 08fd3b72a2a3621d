//! How punctual each provider was: how much was recorded and approved, how soon, and what was returned.

use axum::http::HeaderMap;
use chrono::{DateTime, Days, NaiveDate, Utc};
use entity::ids::MemberId;
use sea_orm::FromQueryResult;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{settings, sql};
use crate::foundation::{
    error::{Error, Result},
    http::{
        Json, Query,
        table::{self, Start},
    },
    local_time::start_of,
    permission::ReviewManage,
    state::App,
    tenancy::{Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_punctuality)).routes(routes!(export_punctuality))
}

/// The most days of one answer.
const MAX_DAYS: i64 = 366;

/// The days in which what is counted was recorded, in the clinic's zone; the last one is counted too.
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

/// How punctual a provider was.
#[derive(Debug, Serialize, FromQueryResult, ToSchema)]
struct Punctuality {
    #[schema(value_type = i64)]
    provider_id: MemberId,
    provider_name: String,
    /// What was recorded and not voided.
    recorded: i64,
    /// Of these, what the clinic's share selects, and what was approved or returned though it does not.
    reviewed: i64,
    approved: i64,
    /// How long half of them took at most to be approved; null where none is.
    #[schema(required)]
    median_hours: Option<f64>,
    /// Approved too late, or waiting longer than the clinic's hours.
    late: i64,
    /// Returned at least once.
    returned: i64,
    /// Approved in time.
    on_time: i64,
    /// What was approved in time, in percent of what was due; null where nothing was.
    #[sea_orm(skip)]
    #[schema(required)]
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

/// Shows how punctual each provider was with what was recorded in some days.
#[utoipa::path(get, path = "/api/review/punctuality", tag = "review", params(Period), responses((status = OK, body = Vec<Punctuality>)))]
async fn show_punctuality(
    ctx: Ctx<ReviewManage>,
    Query(period): Query<Period>,
) -> Result<Done<Json<Vec<Punctuality>>>> {
    let rows = rows(&ctx, period).await?;
    ctx.done(Subject::nobody(), Json(rows)).await
}

const HEADINGS: [&str; 8] =
    ["provider", "recorded", "reviewed", "approved", "median_hours", "late", "returned", "on_time_percent"];

/// The same as a table for other programs (RFC 4180).
#[utoipa::path(get, path = "/api/review/punctuality/export", tag = "review", params(Period, Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_punctuality(
    ctx: Ctx<ReviewManage>,
    Query(period): Query<Period>,
    Query(start): Query<Start>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let page = async |after: Option<i64>| if after.is_some() { Ok(Vec::new()) } else { rows(&ctx, period).await };
    let part = table::part(HEADINGS, start, page, |row| (row.provider_id.into(), cells(row))).await?;
    let query = [("from", period.from.to_string()), ("to", period.to.to_string())];
    let file = part.answer(&ctx, "punctuality", "/api/review/punctuality/export", &query)?;
    ctx.done(Subject::nobody(), file).await
}

fn cells(row: Punctuality) -> [String; 8] {
    [
        row.provider_name,
        row.recorded.to_string(),
        row.reviewed.to_string(),
        row.approved.to_string(),
        row.median_hours.map(|hours| hours.to_string()).unwrap_or_default(),
        row.late.to_string(),
        row.returned.to_string(),
        row.on_time_percent.map(|percent| percent.to_string()).unwrap_or_default(),
    ]
}
