//! What a calendar draws behind the appointments of some days.

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
use crate::{
    features::settings::{self, ClockTime},
    foundation::{
        error::{Error, Result},
        http::{Json, Query, fields::in_our_time},
        local_time::start_of,
        permission::AppointmentList,
        state::App,
        tenancy::{ClinicTx, Ctx, Done, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_schedule))
}

/// The most days of one answer: more than a quarter is not drawn at once.
const MAX_DAYS: i64 = 100;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Days {
    /// The first day, in the clinic's time zone. Default: today.
    from: Option<NaiveDate>,
    /// The last day, at most 100 days later. Default: the first one.
    to: Option<NaiveDate>,
}

/// What is planned for some days, apart from the appointments.
#[derive(Debug, Serialize, ToSchema)]
struct Schedule {
    days: Vec<ScheduleDay>,
    /// Those of the clinic first, which hold for members who have none of their own.
    hours: Vec<HoursOfDay>,
    blocks: Vec<Block>,
    resources: Vec<Resource>,
}

#[derive(Debug, Serialize, ToSchema)]
struct ScheduleDay {
    date: NaiveDate,
    #[schema(required)]
    closure: Option<DayClosure>,
}

/// Why the clinic is closed on a day.
#[derive(Debug, Serialize, ToSchema)]
struct DayClosure {
    #[schema(value_type = i64)]
    id: ClosureId,
    reason: String,
}

/// From when to when on a day of the week.
#[derive(Debug, Serialize, ToSchema)]
struct HoursOfDay {
    /// Null for the clinic's own.
    #[schema(required, value_type = Option<i64>)]
    member_id: Option<MemberId>,
    /// Monday is 1, Sunday 7.
    weekday: u8,
    opens_at: ClockTime,
    closes_at: ClockTime,
    /// Of the member's whole list, for `If-Match`; null for the clinic's own, which are a setting.
    #[schema(required)]
    version: Option<i32>,
}

/// Shows hours, closed days, blocked times and resources for some days.
#[utoipa::path(get, path = "/api/schedule", tag = "schedule", params(Days), responses((status = OK, body = Schedule)))]
async fn show_schedule(ctx: Ctx<AppointmentList>, Query(wanted): Query<Days>) -> Result<Done<Json<Schedule>>> {
    in_our_time("from", wanted.from)?;
    in_our_time("to", wanted.to)?;
    let zone = ctx.clinic.time_zone;
    let first = wanted.from.unwrap_or_else(|| ctx.now.with_timezone(&zone).date_naive());
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
    let rows = Entity::find().order_by_asc(Column::Kind).order_by_asc(Column::Name).order_by_asc(Column::Id).all(tx);
    Ok(rows.await?.into_iter().map(Resource::from).collect())
}
