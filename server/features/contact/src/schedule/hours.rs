//! Members' working hours.

use entity::{
    clinic::{
        member,
        working_hours::{ActiveModel, Entity, Span, Spans},
    },
    ids::MemberId,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel, QuerySelect, sea_query::LockType};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{
    error::{Error, Result},
    permission::{Access, ScheduleHoursWrite},
};
use http_api::{IfMatch, Json, Path, deserialize_fields, fields::Field, state::App};
use practice::settings::ClockTime;
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(set_working_hours))
}

/// The most spans of a week.
const MAX_SPANS: usize = 50;

/// The spans of a form, sorted and without overlaps.
struct Week(Vec<Span>);

impl Field for Week {
    fn parse(value: &Value) -> Result<Self, String> {
        let spans =
            value.as_array().filter(|spans| spans.len() <= MAX_SPANS).ok_or("must be a list of at most 50 spans")?;
        let mut spans = spans.iter().map(span).collect::<Result<Vec<_>, _>>()?;
        spans.sort_unstable();
        let overlaps = |pair: &[Span]| pair[0].weekday == pair[1].weekday && pair[1].opens_at < pair[0].closes_at;
        if spans.windows(2).any(overlaps) {
            return Err("must not overlap each other".to_owned());
        }
        Ok(Self(spans))
    }
}
deserialize_fields!(Week);

fn span(value: &Value) -> Result<Span, String> {
    let weekday = value["weekday"].as_u64().and_then(|day| u8::try_from(day).ok()).filter(|day| (1..=7).contains(day));
    let weekday = weekday.ok_or("must name days of the week from 1 (Monday) to 7")?;
    let ClockTime(opens_at) = ClockTime::parse(&value["opens_at"])?;
    let ClockTime(closes_at) = ClockTime::parse(&value["closes_at"])?;
    if closes_at <= opens_at {
        return Err("must end after they begin".to_owned());
    }
    Ok(Span { weekday, opens_at, closes_at })
}

/// The working hours of a span on a day of the week.
#[derive(Debug, Serialize, ToSchema)]
struct WorkingSpan {
    /// Monday is 1, Sunday 7.
    weekday: u8,
    opens_at: ClockTime,
    closes_at: ClockTime,
}

/// All spans of the week; none: the clinic's own hours apply.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewWorkingHours {
    #[schema(value_type = Vec<WorkingSpan>, max_items = 50)]
    hours: Week,
}

/// A member's working hours.
#[derive(Debug, Serialize, ToSchema)]
struct WorkingHours {
    member_id: MemberId,
    hours: Vec<WorkingSpan>,
    /// For `If-Match`.
    version: i32,
}

/// Replaces the hours of a member. With `If-Match` it replaces only that version, which is 0 for a member without hours. With
/// limited access only the member's own hours.
#[utoipa::path(put, path = "/api/schedule/hours/{member_id}", tag = "schedule",
    params(("member_id" = i64, Path), IfMatch), responses((status = OK, body = WorkingHours)))]
async fn set_working_hours(
    ctx: Ctx<ScheduleHoursWrite>,
    Path(id): Path<MemberId>,
    if_match: IfMatch,
    Json(new): Json<NewWorkingHours>,
) -> Result<Done<Json<WorkingHours>>> {
    if ctx.access == Access::Limited && id != ctx.member.id {
        return Err(Error::Forbidden);
    }
    // The row of the hours may not exist yet, so the second of two changes waits for the lock on the member.
    let member = member::Entity::find_by_id(id).select_only().column(member::Column::Id).lock(LockType::NoKeyUpdate);
    member.into_tuple::<MemberId>().one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let before = Entity::find_by_id(id).one(&ctx.tx).await?;
    let version = before.as_ref().map_or(0, |row| row.version);
    // The list of hours shows no version for a member without hours, so 0 matches these too.
    let has_none = before.as_ref().is_none_or(|row| row.spans.0.is_empty());
    if !(has_none && if_match.require(0).is_ok()) {
        if_match.require(version)?;
    }
    let Week(spans) = new.hours;
    let changed = ActiveModel {
        member_id: Set(id),
        spans: Set(Spans(spans.clone())),
        version: Set(version + 1),
        updated_at: Set(ctx.now),
        updated_by: Set(ctx.member.id),
        updated_by_name: Set(ctx.member.full_name()),
    };
    match before {
        None => changed.insert(&ctx.tx).await?,
        Some(row) => ActiveModel { member_id: row.into_active_model().member_id, ..changed }.update(&ctx.tx).await?,
    };
    let to_wire = |span: Span| WorkingSpan {
        weekday: span.weekday,
        opens_at: ClockTime(span.opens_at),
        closes_at: ClockTime(span.closes_at),
    };
    let hours = WorkingHours { member_id: id, hours: spans.into_iter().map(to_wire).collect(), version: version + 1 };
    ctx.done(Subject::object(id), Json(hours)).await
}
