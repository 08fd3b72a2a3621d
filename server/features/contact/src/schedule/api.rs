//! The background of a calendar for some days.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use entity::{
    clinic::{closure, resource, time_block, working_hours},
    ids::{ClosureId, MemberId},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{blocks::Block, resources::Resource};
use base::{
    error::{Error, Result},
    local_time::start_of,
    names,
    permission::AppointmentList,
};
use http_api::{Json, Query, fields::in_our_time, state::App};
use practice::settings::{self, ClockTime};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_schedule))
}

/// The most days of one answer; a calendar draws no more than a quarter at once.
const MAX_DAYS: i64 = 100;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Days {
    /// The first day, in the clinic's time zone. Default: today.
    from: Option<NaiveDate>,
    /// The last day, at most 100 days later. Default: the first one.
    to: Option<NaiveDate>,
}

/// The plan for some days, without the appointments.
#[derive(Debug, Serialize, ToSchema)]
struct Schedule {
    days: Vec<ScheduleDay>,
    /// The clinic's hours first; they apply to members without their own.
    hours: Vec<HoursOfDay>,
    blocks: Vec<Block>,
    resources: Vec<Resource>,
}

#[derive(Debug, Serialize, ToSchema)]
struct ScheduleDay {
    date: NaiveDate,
    closure: Option<DayClosure>,
}

/// Why the clinic is closed on a day.
#[derive(Debug, Serialize, ToSchema)]
struct DayClosure {
    id: ClosureId,
    reason: String,
}

/// The working hours of a span on a day of the week.
#[derive(Debug, Serialize, ToSchema)]
struct HoursOfDay {
    /// Null for the clinic's own hours.
    member_id: Option<MemberId>,
    /// Monday is 1, Sunday 7.
    weekday: u8,
    opens_at: ClockTime,
    closes_at: ClockTime,
    /// The version of the member's whole list, for `If-Match`; null for the clinic's own hours, which are a setting.
    version: Option<i32>,
}

/// Shows hours, closed days, blocked times and resources for some days.
#[utoipa::path(get, path = "/api/schedule", tag = "schedule", params(Days), responses((status = OK, body = Schedule)))]
async fn show_schedule(ctx: Ctx<AppointmentList>, Query(wanted): Query<Days>) -> Result<Done<Json<Schedule>>> {
    in_our_time("from", wanted.from)?;
    in_our_time("to", wanted.to)?;
    let zone = ctx.clinic.time_zone;
    let first = wanted.from.unwrap_or_else(|| ctx.today());
    let last = wanted.to.unwrap_or(first);
    if !(0..=MAX_DAYS).contains(&(last - first).num_days()) {
        return Err(Error::field("to", "must not be before the first day, nor more than 100 days after it"));
    }
    let after = start_of(last + TimeDelta::days(1), zone);
    let schedule = Schedule {
        days: days(&ctx.tx, first, last).await?,
        hours: hours(&ctx.tx).await?,
        blocks: blocks(&ctx.tx, start_of(first, zone), after).await?,
        resources: resources(&ctx.tx).await?,
    };
    ctx.done(Subject::nobody(), Json(schedule)).await
}

async fn days(tx: &ClinicTx, first: NaiveDate, last: NaiveDate) -> Result<Vec<ScheduleDay>> {
    use closure::{Column, Entity};
    let closures = Entity::find()
        .filter(Column::FirstDate.lte(last))
        .filter(Column::LastDate.gte(first))
        .order_by_asc(Column::Id)
        .all(tx)
        .await?;
    let closed = |date: NaiveDate| {
        let closure = closures.iter().find(|row| (row.first_date..=row.last_date).contains(&date));
        closure.map(|row| DayClosure { id: row.id, reason: row.reason.clone() })
    };
    let days = first.iter_days().take_while(|date| *date <= last);
    Ok(days.map(|date| ScheduleDay { date, closure: closed(date) }).collect())
}

async fn hours(tx: &ClinicTx) -> Result<Vec<HoursOfDay>> {
    let clinic = settings::current(tx).await?;
    let own = (1..=7).map(|weekday| HoursOfDay {
        member_id: None,
        weekday,
        opens_at: ClockTime(clinic.opens_at),
        closes_at: ClockTime(clinic.closes_at),
        version: None,
    });
    let members = working_hours::Entity::find().order_by_asc(working_hours::Column::MemberId).all(tx).await?;
    let of_members = members.into_iter().flat_map(|row| {
        row.spans.0.into_iter().map(move |span| HoursOfDay {
            member_id: Some(row.member_id),
            weekday: span.weekday,
            opens_at: ClockTime(span.opens_at),
            closes_at: ClockTime(span.closes_at),
            version: Some(row.version),
        })
    });
    Ok(own.chain(of_members).collect())
}

async fn blocks(tx: &ClinicTx, from: DateTime<Utc>, to: DateTime<Utc>) -> Result<Vec<Block>> {
    use time_block::{Column, Entity};
    let rows = Entity::find()
        .filter(Column::StartsAt.lt(to))
        .filter(Column::EndsAt.gt(from))
        .order_by_asc(Column::StartsAt)
        .order_by_asc(Column::Id)
        .all(tx)
        .await?;
    Ok(rows.into_iter().map(Block::from).collect())
}

async fn resources(tx: &ClinicTx) -> Result<Vec<Resource>> {
    use resource::{Column, Entity};
    let mut rows = Entity::find().order_by_asc(Column::Kind).order_by_asc(Column::Id).all(tx).await?;
    rows.sort_by_cached_key(|row| (row.kind.as_str(), names::folded(&row.name)));
    Ok(rows.into_iter().map(Resource::from).collect())
}
