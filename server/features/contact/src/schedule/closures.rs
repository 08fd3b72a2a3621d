//! Days on which the clinic is closed.

use std::ops::RangeInclusive;

use axum::http::StatusCode;
use chrono::NaiveDate;
use entity::{
    clinic::closure::{ActiveModel, Column, Entity, Model},
    ids::ClosureId,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{
    error::{Error, Result},
    permission::{AppointmentList, ScheduleManage},
};
use http_api::{
    Json, Path,
    fields::{Day, Line},
    state::App,
};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_closures, add_closure)).routes(routes!(remove_closure))
}

/// The most days of one closure.
const MAX_DAYS: i64 = 366;

/// The most closures of one answer: several years of holidays.
const MAX_ROWS: u64 = 500;

/// Days on which the clinic will be closed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewClosure {
    first_date: Day,
    /// The same day as the first, or a later one.
    last_date: Day,
    reason: Line,
}

/// Days on which the clinic is closed.
#[derive(Debug, Serialize, ToSchema)]
struct Closure {
    id: ClosureId,
    first_date: NaiveDate,
    last_date: NaiveDate,
    reason: String,
}

impl From<Model> for Closure {
    fn from(row: Model) -> Self {
        Self { id: row.id, first_date: row.first_date, last_date: row.last_date, reason: row.reason }
    }
}

/// Lists the closures that are not over, the next one first.
#[utoipa::path(get, path = "/api/schedule/closures", tag = "schedule", responses((status = OK, body = Vec<Closure>)))]
async fn list_closures(ctx: Ctx<AppointmentList>) -> Result<Done<Json<Vec<Closure>>>> {
    let today = ctx.today();
    let coming = Entity::find()
        .filter(Column::LastDate.gte(today))
        .order_by_asc(Column::FirstDate)
        .order_by_asc(Column::Id)
        .limit(MAX_ROWS)
        .all(&ctx.tx)
        .await?;
    ctx.done(Subject::nobody(), Json(coming.into_iter().map(Closure::from).collect())).await
}

/// The days of the closures that are not over on this day.
pub async fn closed_since(tx: &ClinicTx, day: NaiveDate) -> Result<Vec<RangeInclusive<NaiveDate>>> {
    let rows = Entity::find().filter(Column::LastDate.gte(day)).order_by_asc(Column::FirstDate).all(tx).await?;
    Ok(rows.into_iter().map(|row| row.first_date..=row.last_date).collect())
}

/// Closes the clinic on some days. Appointments booked for these days stay.
#[utoipa::path(post, path = "/api/schedule/closures", tag = "schedule", responses((status = CREATED, body = Closure)))]
async fn add_closure(
    ctx: Ctx<ScheduleManage>,
    Json(new): Json<NewClosure>,
) -> Result<Done<(StatusCode, Json<Closure>)>> {
    let (Day(first), Day(last)) = (new.first_date, new.last_date);
    if !(0..MAX_DAYS).contains(&(last - first).num_days()) {
        return Err(Error::field("last_date", "must not be before the first day, nor a year after it"));
    }
    let row = ActiveModel {
        first_date: Set(first),
        last_date: Set(last),
        reason: Set(new.reason.0),
        created_at: Set(ctx.now),
        created_by: Set(ctx.member.id),
        created_by_name: Set(ctx.member.full_name()),
        ..Default::default()
    };
    let row = row.insert(&ctx.tx).await?;
    ctx.done(Subject::object(row.id), (StatusCode::CREATED, Json(row.into()))).await
}

/// Removes a closure.
#[utoipa::path(delete, path = "/api/schedule/closures/{id}", tag = "schedule", params(("id" = i64, Path)),
    responses((status = NO_CONTENT)))]
async fn remove_closure(ctx: Ctx<ScheduleManage>, Path(id): Path<ClosureId>) -> Result<Done<StatusCode>> {
    if Entity::delete_by_id(id).exec(&ctx.tx).await?.rows_affected == 0 {
        return Err(Error::NotFound);
    }
    ctx.done(Subject::object(id), StatusCode::NO_CONTENT).await
}
