//! Which instant a day or a local time begins at, whatever the clocks do.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

/// The first instant of a day in a zone, also where midnight is skipped.
pub fn start_of(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    first_at(day.and_time(NaiveTime::MIN), zone)
}

/// The instant of a local time: the first one where a clock change repeats it, the end of the gap where one skips it.
pub fn first_at(local: NaiveDateTime, zone: Tz) -> DateTime<Utc> {
    // Clock changes skip at most a few hours; a change of the date line can skip a whole day.
    (0..=96)
        .find_map(|quarter| zone.from_local_datetime(&(local + TimeDelta::minutes(15 * quarter))).earliest())
        .map_or_else(|| Utc.from_utc_datetime(&local), |instant| instant.to_utc())
}

#[cfg(test)]
mod tests {
    use chrono_tz::{America, Asia, Pacific};

    use super::*;

    #[test]
    fn a_day_whose_midnight_is_skipped_begins_after_the_gap() {
        let begins = |zone, day: &str| start_of(day.parse().unwrap(), zone).to_rfc3339();
        assert_eq!(begins(America::New_York, "2026-06-30"), "2026-06-30T04:00:00+00:00");
        // Clocks go from 00:00 to 01:00.
        assert_eq!(begins(America::Havana, "2026-03-08"), "2026-03-08T05:00:00+00:00");
        assert_eq!(begins(Asia::Beirut, "2026-03-29"), "2026-03-28T22:00:00+00:00");
        // A day that Samoa left out.
        assert_eq!(begins(Pacific::Apia, "2011-12-30"), begins(Pacific::Apia, "2011-12-31"));
    }

    #[test]
    fn a_time_that_comes_twice_is_the_first() {
        let local: NaiveDateTime = "2026-11-01T01:30:00".parse().unwrap();
        assert_eq!(first_at(local, America::New_York).to_rfc3339(), "2026-11-01T05:30:00+00:00");
    }
}
