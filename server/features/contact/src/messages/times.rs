//! Times of day in the clinic's zone, and its quiet hours.

use chrono::{DateTime, Days, NaiveTime, Utc};
use chrono_tz::Tz;

use base::local_time::{day_of, first_at};

/// So many days before the day of `of`, at this time of day.
pub(super) fn days_before(of: DateTime<Utc>, days: u64, time: NaiveTime, zone: Tz) -> DateTime<Utc> {
    let day = day_of(of, zone);
    first_at(day.checked_sub_days(Days::new(days)).unwrap_or(day).and_time(time), zone)
}

/// The hours in which nothing is sent; none if both times are equal.
#[derive(Debug, Clone, Copy)]
pub(super) struct QuietHours {
    pub(super) from: NaiveTime,
    pub(super) to: NaiveTime,
}

impl QuietHours {
    /// The first instant at or after `at` that is outside the quiet hours.
    pub(super) fn after(self, at: DateTime<Utc>, zone: Tz) -> DateTime<Utc> {
        let local = at.with_timezone(&zone);
        let (day, time) = (local.date_naive(), local.time());
        let ends_on = if self.from <= self.to {
            (self.from <= time && time < self.to).then_some(day)
        } else if time >= self.from {
            day.checked_add_days(Days::new(1))
        } else {
            (time < self.to).then_some(day)
        };
        ends_on.map_or(at, |day| first_at(day.and_time(self.to), zone).max(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEW_YORK: Tz = chrono_tz::America::New_York;

    fn time(text: &str) -> NaiveTime {
        text.parse().unwrap()
    }

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn quiet_hours_end_in_the_clinics_own_morning() {
        let night = QuietHours { from: time("21:00:00"), to: time("08:00:00") };
        for (asked, sent) in [
            ("2026-12-01T02:00:00Z", "2026-12-01T13:00:00Z"),
            ("2026-12-01T12:59:59Z", "2026-12-01T13:00:00Z"),
            ("2026-12-01T13:00:00Z", "2026-12-01T13:00:00Z"),
            ("2026-12-02T01:59:59Z", "2026-12-02T01:59:59Z"),
            // The clocks change on these two nights.
            ("2027-03-14T03:00:00Z", "2027-03-14T12:00:00Z"),
            ("2026-11-01T02:00:00Z", "2026-11-01T13:00:00Z"),
        ] {
            assert_eq!(night.after(at(asked), NEW_YORK), at(sent), "{asked}");
        }
        let noon = QuietHours { from: time("12:00:00"), to: time("14:00:00") };
        assert_eq!(noon.after(at("2026-12-01T17:30:00Z"), NEW_YORK), at("2026-12-01T19:00:00Z"));
        assert_eq!(noon.after(at("2026-12-01T20:00:00Z"), NEW_YORK), at("2026-12-01T20:00:00Z"));
        let never = QuietHours { from: time("12:00:00"), to: time("12:00:00") };
        assert_eq!(never.after(at("2026-12-01T17:00:00Z"), NEW_YORK), at("2026-12-01T17:00:00Z"));
    }

    #[test]
    fn a_time_of_day_stays_the_same_across_clock_changes() {
        let visit = at("2027-03-15T13:30:00Z");
        assert_eq!(days_before(visit, 2, time("09:00:00"), NEW_YORK), at("2027-03-13T14:00:00Z"));
        assert_eq!(days_before(visit, 1, time("09:00:00"), NEW_YORK), at("2027-03-14T13:00:00Z"));
        // The clock change skips this half hour, and repeats the other one.
        assert_eq!(days_before(visit, 1, time("02:30:00"), NEW_YORK), at("2027-03-14T07:00:00Z"));
        let november = at("2026-11-02T15:00:00Z");
        assert_eq!(days_before(november, 1, time("01:30:00"), NEW_YORK), at("2026-11-01T05:30:00Z"));
        // A visit late in the evening counts on the clinic's day, not on the UTC day.
        assert_eq!(days_before(at("2026-12-04T02:00:00Z"), 2, time("09:00:00"), NEW_YORK), at("2026-12-01T14:00:00Z"));
    }
}
