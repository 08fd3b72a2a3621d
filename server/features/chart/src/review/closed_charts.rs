//! The charts that need no action: approved by directors, or left out by the clinic's share.

use axum::http::HeaderMap;
use chrono::{DateTime, Days, NaiveDate, Utc};
use entity::{
    clinic::{
        treatment::{Column, Entity},
        treatment_approval,
    },
    ids::{MemberId, PatientId, TreatmentId},
};
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::settled::{self, SettledRow};
use base::{
    error::{Error, Result},
    local_time::start_of,
    permission::TreatmentApprove,
};
use http_api::{
    Json, Query,
    fields::{Quantity, in_our_time},
    page::next_link,
    state::App,
};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_settled_charts))
}

/// How many charts a page has without a limit, and at most.
const DEFAULT_LIMIT: u64 = 50;
const MAX_ROWS: u64 = 200;

/// Why a chart needs no action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SettledState {
    /// Approved by a director.
    Approved,
    /// The clinic's share leaves it out.
    NotSelected,
}

#[derive(Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Filter {
    /// Default: both.
    #[param(inline)]
    state: Option<SettledState>,
    #[param(value_type = Option<i64>)]
    provider_id: Option<MemberId>,
    /// The director who has approved it.
    #[param(value_type = Option<i64>)]
    approved_by: Option<MemberId>,
    /// The first and the last day of recording, in the clinic's zone.
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
}

impl Filter {
    /// The matching charts, in no order.
    fn charts<P>(self, ctx: &Ctx<P>) -> Result<Select<Entity>> {
        in_our_time("from", self.from)?;
        in_our_time("to", self.to)?;
        if self.from.zip(self.to).is_some_and(|(from, to)| to < from) {
            return Err(Error::field("to", "must not be before the first day"));
        }
        let zone = ctx.clinic.time_zone;
        let is_approved = self.state.map(|state| state == SettledState::Approved);
        let until = self.to.map(|day| start_of(day + Days::new(1), zone));
        Ok(settled::charts(is_approved)
            .apply_if(self.provider_id, |charts, provider| charts.filter(Column::ProviderId.eq(provider)))
            .apply_if(self.approved_by, |charts, director| {
                charts.filter(treatment_approval::Column::DirectorId.eq(director))
            })
            .apply_if(self.from, |charts, day| charts.filter(Column::CreatedAt.gte(start_of(day, zone))))
            .apply_if(until, |charts, until| charts.filter(Column::CreatedAt.lt(until))))
    }

    /// The same filters as the query of a link.
    fn query(self) -> Vec<(&'static str, String)> {
        let state = self.state.map(|state| match state {
            SettledState::Approved => "approved",
            SettledState::NotSelected => "not_selected",
        });
        let parts = [
            ("state", state.map(str::to_owned)),
            ("provider_id", self.provider_id.map(|id| id.to_string())),
            ("approved_by", self.approved_by.map(|id| id.to_string())),
            ("from", self.from.map(|day| day.to_string())),
            ("to", self.to.map(|day| day.to_string())),
        ];
        parts.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}

/// A chart that needs no action.
#[derive(Debug, Serialize, ToSchema)]
struct SettledChart {
    /// The id of the treatment.
    id: TreatmentId,
    patient_id: PatientId,
    patient_name: String,
    treatment_type: String,
    areas: Option<String>,
    units: Option<Quantity>,
    provider_id: MemberId,
    provider_name: String,
    created_at: DateTime<Utc>,
    state: SettledState,
    /// Null if the clinic's share leaves it out.
    approved_at: Option<DateTime<Utc>>,
    /// The director's name at that moment.
    approved_by: Option<String>,
}

impl From<SettledRow> for SettledChart {
    fn from(row: SettledRow) -> Self {
        Self {
            id: row.id,
            patient_id: row.person_id,
            patient_name: format!("{} {}", row.first_name, row.last_name),
            treatment_type: row.treatment_type,
            areas: row.areas,
            units: row.units.map(Quantity),
            provider_id: row.provider_id,
            provider_name: row.provider_name,
            created_at: row.created_at,
            state: if row.approved_at.is_some() { SettledState::Approved } else { SettledState::NotSelected },
            approved_at: row.approved_at,
            approved_by: row.approved_by,
        }
    }
}

/// Lists the charts that need no action, the latest recorded first: 50 by default, at most 200. The Link header leads to the next
/// page.
#[utoipa::path(get, path = "/api/review/settled", tag = "review", params(Filter, http_api::Page), responses((status = OK, body = Vec<SettledChart>)))]
async fn list_settled_charts(
    ctx: Ctx<TreatmentApprove>,
    Query(filter): Query<Filter>,
    Query(page): Query<http_api::Page>,
) -> Result<Done<(HeaderMap, Json<Vec<SettledChart>>)>> {
    let limit = page.limit_or(DEFAULT_LIMIT).min(MAX_ROWS);
    let charts = filter.charts(&ctx)?.apply_if(page.after.filter(|last| *last != 0), settled::after);
    let charts = charts.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id).limit(limit + 1);
    let mut rows: Vec<SettledRow> = charts.into_model().all(&ctx.tx).await?;
    let has_next = rows.len() as u64 > limit;
    rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let last = rows.last().filter(|_| has_next).map(|row| row.id);
    let query = [filter.query(), vec![("limit", limit.to_string())]].concat();
    let headers = next_link("/api/review/settled", &query, last)?;
    let subject = Subject::patients(rows.iter().map(|row| row.person_id));
    ctx.done(subject, (headers, Json(rows.into_iter().map(SettledChart::from).collect()))).await
}
