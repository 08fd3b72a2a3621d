//! The queue: the open charts, the oldest first, and their number.

use axum::http::HeaderMap;
use chrono::TimeDelta;
use sea_orm::FromQueryResult;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    absences::{self, Away, Covered},
    settings,
    sql::{self, QueueQuery},
    watermark,
    wire::{ChartRow, ReviewRow},
};
use crate::treatments::{Approver, Team};
use base::{
    error::{Error, Result},
    permission::TreatmentApprove,
};
use http_api::{Json, Query, page::next_link, state::App};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_review)).routes(routes!(count_review))
}

/// How many charts a page has without a limit, and at most.
const DEFAULT_LIMIT: u64 = 50;
const MAX_ROWS: u64 = 200;

/// A part of the queue.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ReviewPart {
    /// The charts that need a director.
    #[default]
    All,
    /// The complete charts among these that the signed-in member may approve.
    Ready,
    /// The charts among these that are open for longer than the clinic's hours.
    Late,
    /// The charts that need their provider.
    Returned,
}

impl ReviewPart {
    fn as_str(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Ready => "ready",
            Self::Late => "late",
            Self::Returned => "returned",
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Params {
    #[serde(default)]
    #[param(inline, required = false)]
    part: ReviewPart,
}

/// How many charts each part of the queue has, among the 501 oldest.
#[derive(Debug, Serialize, FromQueryResult, ToSchema)]
struct PartCounts {
    all: i64,
    ready: i64,
    late: i64,
    returned: i64,
}

/// The queue in numbers, and who is away.
#[derive(Debug, Serialize, ToSchema)]
struct ReviewCounts {
    #[serde(flatten)]
    counts: PartCounts,
    /// Within how many hours a chart must be approved.
    chart_due_hours: i32,
    /// Directors who are away today and for whom the signed-in member reviews.
    covering: Vec<Covered>,
    /// The members who review for the signed-in member, if that member is away today.
    away: Vec<Away>,
}

async fn asked<P>(ctx: &Ctx<P>, asker: &Approver, hours: i32) -> Result<QueueQuery> {
    Ok(QueueQuery {
        watermark: watermark::current(&ctx.tx).await?,
        zone: ctx.clinic.time_zone,
        late: ctx.now - TimeDelta::hours(hours.into()),
        refused: asker.refused(),
    })
}

/// Lists the charts of a part of the queue, the oldest first: 50 by default, at most 200. The Link header leads to the next page.
#[utoipa::path(get, path = "/api/review", tag = "review", params(Params, http_api::Page), responses((status = OK, body = Vec<ReviewRow>)))]
async fn list_review(
    ctx: Ctx<TreatmentApprove>,
    Query(params): Query<Params>,
    Query(page): Query<http_api::Page>,
) -> Result<Done<(HeaderMap, Json<Vec<ReviewRow>>)>> {
    let asker = Approver::for_member(&Team::load(&ctx.tx).await?, &ctx.member);
    let hours = settings::due_hours(&ctx.tx).await?;
    let limit = page.limit_or(DEFAULT_LIMIT).min(MAX_ROWS);
    let statement =
        sql::queue(asked(&ctx, &asker, hours).await?, params.part.as_str(), page.after.unwrap_or(0), limit + 1);
    let mut rows = ChartRow::find_by_statement(statement).all(&ctx.tx).await?;
    let has_next = rows.len() as u64 > limit;
    rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let last = rows.last().filter(|_| has_next).map(|row| row.id);
    let query = [("part", params.part.as_str().to_owned()), ("limit", limit.to_string())];
    let headers = next_link("/api/review", &query, last)?;
    let subject = Subject::patients(rows.iter().map(|row| row.person_id));
    let rows = rows.into_iter().map(|row| row.into_wire(&asker, hours)).collect::<Result<_>>()?;
    ctx.done(subject, (headers, Json(rows))).await
}

/// Counts the open charts, and says who is away.
#[utoipa::path(get, path = "/api/review/counts", tag = "review", responses((status = OK, body = ReviewCounts)))]
async fn count_review(ctx: Ctx<TreatmentApprove>) -> Result<Done<Json<ReviewCounts>>> {
    let team = Team::load(&ctx.tx).await?;
    let asker = Approver::for_member(&team, &ctx.member);
    let hours = settings::due_hours(&ctx.tx).await?;
    let counts = PartCounts::find_by_statement(sql::counts(asked(&ctx, &asker, hours).await?)).one(&ctx.tx).await?;
    let counts = counts.ok_or_else(|| Error::Internal("a count has no row".into()))?;
    let today = ctx.today();
    let (covering, away) = absences::today(&ctx.tx, &team, ctx.member.id, today).await?;
    let answer = ReviewCounts { counts, chart_due_hours: hours, covering, away };
    ctx.done(Subject::nobody(), Json(answer)).await
}
