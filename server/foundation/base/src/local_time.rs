//! The days and times of a zone: the date of an instant, and the instant of a day's start or of a local time, with any clock change.

use chrono::{DateTime, Months, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

/// The first instant of a day in a zone, even if midnight is skipped.
pub fn start_of(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    first_at(day.and_time(NaiveTime::MIN), zone)
}

/// The date of an instant in a zone.
pub fn day_of(at: DateTime<Utc>, zone: Tz) -> NaiveDate {
    at.with_timezone(&zone).date_naive()
}

/// The instant of a local time. If a clock change repeats the time, the first instant; if it skips the time, the end of the gap.
pub fn first_at(local: NaiveDateTime, zone: Tz) -> DateTime<Utc> {
    // Clock changes skip at most a few hours; a change of the date line can skip a whole day.
    (0..=96)
        .find_map(|quarter| zone.from_local_datetime(&(local + TimeDelta::minutes(15 * quarter))).earliest())
        .map_or_else(|| Utc.from_utc_datetime(&local), |instant| instant.to_utc())
}

/// The instant this many months later, at the same time of day in the zone, or on the last day of a shorter month. If
/// that time occurs twice, the second instant; if the clocks skip it, the first instant after it.
pub fn months_after(instant: DateTime<Utc>, months: i32, zone: Tz) -> DateTime<Utc> {
    let months = Months::new(u32::try_from(months).unwrap_or_default());
    let ends = instant.with_timezone(&zone).naive_local().checked_add_months(months);
    let instant = ends.and_then(|ends| {
        (0..=96).find_map(|quarter| zone.from_local_datetime(&(ends + TimeDelta::minutes(15 * quarter))).latest())
    });
    instant.map_or(DateTime::<Utc>::MAX_UTC, |instant| instant.to_utc())
}

#[cfg(test)]
mod tests {
    use chrono_tz::{America, Asia, Australia, Pacific};

    use super::*;

    #[test]
    fn a_day_whose_midnight_is_skipped_begins_after_the_gap() {
        let begins = |zone, day: &str| start_of(day.parse().unwrap(), zone).to_rfc3339();
        assert_eq!(begins(America::New_York, "2026-06-30"), "2026-06-30T04:00:00+00:00");
        // Clocks go from 00:00 to 01:00.
        assert_eq!(begins(America::Havana, "2026-03-08"), "2026-03-08T05:00:00+00:00");
        assert_eq!(begins(Asia::Beirut, "2026-03-29"), "2026-03-28T22:00:00+00:00");
        // A day that Samoa skipped.
        assert_eq!(begins(Pacific::Apia, "2011-12-30"), begins(Pacific::Apia, "2011-12-31"));
    }

    #[test]
    fn a_time_that_comes_twice_is_the_first() {
        let local: NaiveDateTime = "2026-11-01T01:30:00".parse().unwrap();
        assert_eq!(first_at(local, America::New_York).to_rfc3339(), "2026-11-01T05:30:00+00:00");
    }

    #[test]
    fn months_are_those_of_the_zones_own_calendar() {
        let until = |from: &str, months, zone: Tz| {
            let from = from.parse::<DateTime<Utc>>().unwrap();
            months_after(from, months, zone).with_timezone(&zone).format("%Y-%m-%d %H:%M").to_string()
        };
        let (new_york, sydney) = (America::New_York, Australia::Sydney);
        // January 30, 9 PM in New York, when it is January 31 in UTC.
        assert_eq!(until("2026-01-31T02:00:00Z", 1, new_york), "2026-02-28 21:00");
        // December 1, 8 AM in Sydney, when it is November 30 in UTC.
        assert_eq!(until("2026-11-30T21:00:00Z", 12, sydney), "2027-12-01 08:00");
        // The time of day stays over a clock change.
        assert_eq!(until("2026-01-15T14:00:00Z", 6, new_york), "2026-07-15 09:00");
        // The clocks skip 2:30 AM on March 14, 2027, and repeat 1:30 AM on November 7.
        assert_eq!(until("2027-02-14T07:30:00Z", 1, new_york), "2027-03-14 03:00");
        let twice = months_after("2027-10-07T05:30:00Z".parse().unwrap(), 1, new_york);
        assert_eq!(twice.to_rfc3339(), "2027-11-07T06:30:00+00:00");
    }
}
