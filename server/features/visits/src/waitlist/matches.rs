//! The waitlist entries that a freed time fits.

use chrono::{DateTime, Datelike, Timelike, Utc};
use chrono_tz::Tz;
use entity::{clinic::waitlist_entry, ids::MemberId, words::PartOfDay};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    entries::{self, EntryWithNames},
    wire::WaitlistEntry,
};
use base::{
    error::{Error, Result},
    permission::{Access, AppointmentList},
};
use contact::schedule;
use http_api::{Json, Query, state::App};
use practice::services;
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_waitlist_matches))
}

/// The longest time that can be searched for, equal to the longest appointment.
const MAX_MINUTES: i32 = 720;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct FreedSlot {
    /// `YYYY-MM-DDTHH:MM` in the clinic's time zone, or with an offset of its own.
    starts_at: String,
    /// The length in minutes, at most 720.
    minutes: i32,
    /// The provider of the time. Default: any provider.
    #[param(value_type = Option<i64>)]
    provider_id: Option<MemberId>,
}

/// Lists the entries that match a free time, the oldest first. The service fits into the time, the provider performs it, and the
/// provider, the day and the part of the day are as wanted.
#[utoipa::path(get, path = "/api/waitlist/matches", tag = "waitlist", params(FreedSlot), responses((status = OK, body = Vec<WaitlistEntry>)))]
async fn list_waitlist_matches(
    ctx: Ctx<AppointmentList>,
    Query(freed): Query<FreedSlot>,
) -> Result<Done<Json<Vec<WaitlistEntry>>>> {
    if !(1..=MAX_MINUTES).contains(&freed.minutes) {
        return Err(Error::field("minutes", "must be a number from 1 to 720"));
    }
    let starts_at = schedule::instant("starts_at", &freed.starts_at, ctx.clinic.time_zone)?;
    let lengths = services::lengths(&ctx.tx).await?;
    let has_room = |entry: &waitlist_entry::Model| {
        lengths
            .minutes(&entry.service, entry.service_id, freed.provider_id)
            .is_some_and(|minutes| minutes <= freed.minutes)
    };
    let rows: Vec<EntryWithNames> = entries::waiting().into_model().all(&ctx.tx).await?;
    let fits = |row: &EntryWithNames| {
        is_match(&row.entry, starts_at, freed.provider_id, ctx.clinic.time_zone) && has_room(&row.entry)
    };
    let rows: Vec<_> = rows.into_iter().filter(fits).collect();
    let is_limited = ctx.access == Access::Limited;
    let subject = if is_limited { Subject::nobody() } else { Subject::patients(rows.iter().map(|row| row.person_id)) };
    let entries = rows.into_iter().map(|row| WaitlistEntry::for_reader(row, is_limited)).collect();
    ctx.done(subject, Json(entries)).await
}

/// Whether the provider, the day and the part of the day are as wanted.
pub(super) fn is_match(
    entry: &waitlist_entry::Model,
    starts_at: DateTime<Utc>,
    provider: Option<MemberId>,
    zone: Tz,
) -> bool {
    let local = starts_at.with_timezone(&zone);
    let weekday = i64::from(local.weekday().number_from_monday());
    let is_wanted_provider = entry.provider_id.is_none() || provider.is_none() || entry.provider_id == provider;
    let is_wanted_day = entry.weekdays.is_empty() || entry.weekdays.iter().any(|day| i64::from(*day) == weekday);
    let is_wanted_part = entry.part_of_day.is_none_or(|part| part == part_of(local.hour()));
    let is_in_time = entry.until.is_none_or(|until| local.date_naive() <= until);
    is_wanted_provider && is_wanted_day && is_wanted_part && is_in_time
}

/// The afternoon begins at noon, the evening at five.
fn part_of(hour: u32) -> PartOfDay {
    match hour {
        0..12 => PartOfDay::Morning,
        12..17 => PartOfDay::Afternoon,
        _ => PartOfDay::Evening,
    }
}
