//! Computes the free times.

use std::ops::{Range, RangeInclusive};

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc};
use entity::ids::{MemberId, ResourceId};

use super::{super::slot::Slot, occupied::OccupiedTime};
use contact::schedule::Timetable;

/// The time from one slot's start to the next.
pub(super) const STEP: TimeDelta = TimeDelta::minutes(15);

const STEPS_OF_A_DAY: i32 = 96;

/// The criteria of a search for free times.
pub(super) struct Search {
    pub(super) minutes: i32,
    /// The buffer after the appointment.
    pub(super) buffer_minutes: i32,
    /// Slots with the same start are listed in this order.
    pub(super) providers: Vec<MemberId>,
    pub(super) resource: Option<ResourceId>,
    /// No slot starts earlier.
    pub(super) from: DateTime<Utc>,
}

/// The free times of these days, the earliest first. The search ends with the day on which it has found more than
/// `enough`. A local time that a clock change skips is left out. A repeated local time means its first occurrence, as in
/// a booking.
pub(super) fn free(
    plan: &Timetable,
    taken: &[OccupiedTime],
    search: &Search,
    days: RangeInclusive<NaiveDate>,
    enough: usize,
) -> Vec<(Slot, MemberId)> {
    let (first, last) = days.into_inner();
    let mut found = Vec::new();
    for day in first.iter_days().take_while(|day| *day <= last).filter(|day| plan.closure(*day).is_none()) {
        found.extend(of_day(plan, taken, search, day));
        if found.len() > enough {
            break;
        }
    }
    // A clock change can reverse the order of local times.
    found.sort_by_key(|(slot, _)| slot.starts_at);
    found
}

fn of_day(plan: &Timetable, taken: &[OccupiedTime], search: &Search, day: NaiveDate) -> Vec<(Slot, MemberId)> {
    let work: Vec<_> = search.providers.iter().map(|provider| (*provider, plan.work(*provider, day))).collect();
    let mut found = Vec::new();
    for step in 0..STEPS_OF_A_DAY {
        let local = day.and_time(NaiveTime::MIN) + STEP * step;
        let Some(starts_at) = plan.zone.from_local_datetime(&local).earliest() else { continue };
        let starts_at = starts_at.to_utc();
        if starts_at < search.from {
            continue;
        }
        let slot = Slot { starts_at, ends_at: starts_at + TimeDelta::minutes(search.minutes.into()) };
        let times = starts_at..slot.ends_at + TimeDelta::minutes(search.buffer_minutes.into());
        for (provider, work) in &work {
            let works = work.iter().any(|span| span.start <= times.start && span.end >= times.end);
            if works && is_free(plan, taken, search, *provider, &times) {
                found.push((slot, *provider));
            }
        }
    }
    found
}

fn is_free(
    plan: &Timetable,
    taken: &[OccupiedTime],
    search: &Search,
    provider: MemberId,
    times: &Range<DateTime<Utc>>,
) -> bool {
    let concerns = |taken: &&OccupiedTime| {
        taken.provider == Some(provider) || taken.resource.is_some() && taken.resource == search.resource
    };
    let overlaps = |taken: &OccupiedTime| taken.times.start < times.end && taken.times.end > times.start;
    plan.blocked_times(times, Some(provider), search.resource).next().is_none()
        && !taken.iter().filter(concerns).any(overlaps)
}
