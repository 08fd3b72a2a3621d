//! The lists of open and of recently completed follow-ups.

use chrono::{Days, TimeDelta};
use entity::clinic::follow_up::{Column, Entity};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, sea_query::ExprTrait};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::with_names::{FollowUp, FollowUpWithNames, named};
use base::{error::Result, permission::FollowUpList};
use http_api::{Json, Query, state::App};
use people::patients;
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_follow_ups))
}

/// The list has no pages: it contains follow-ups due within two weeks, or done within 30 days.
const LISTED_DAYS: Days = Days::new(14);
const DONE_WITHIN: TimeDelta = TimeDelta::days(30);
const MAX_ROWS: u64 = 500;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Params {
    /// `true` lists completed follow-ups instead of open ones.
    #[serde(default)]
    done: bool,
}

/// Lists the open follow-ups due until two weeks from now, the longest overdue first, or those completed within 30
/// days, the latest first; at most 500. Archived patients are left out of the open ones.
#[utoipa::path(get, path = "/api/follow-ups", tag = "follow-ups", params(Params), responses((status = OK, body = Vec<FollowUp>)))]
async fn list_follow_ups(ctx: Ctx<FollowUpList>, Query(params): Query<Params>) -> Result<Done<Json<Vec<FollowUp>>>> {
    let today = ctx.today();
    let rows = named(Entity::find()).limit(MAX_ROWS);
    let rows = if params.done {
        rows.filter(Column::DoneAt.gt(ctx.now - DONE_WITHIN)).order_by_desc(Column::DoneAt).order_by_desc(Column::Id)
    } else {
        rows.filter(Column::DoneAt.is_null())
            .filter(Column::DueOn.lte(today + LISTED_DAYS))
            .filter(patients::archived_at().is_null())
            .order_by_asc(Column::DueOn)
            .order_by_asc(Column::Id)
    };
    let rows: Vec<FollowUpWithNames> = rows.into_model().all(&ctx.tx).await?;
    let subject = Subject::patients(rows.iter().map(|row| row.person_id));
    ctx.done(subject, Json(rows.into_iter().map(FollowUp::from).collect())).await
}
