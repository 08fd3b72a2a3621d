//! Writes dates and times for people: on screens, in messages and on paper. Programs read ISO 8601.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;

/// `Tuesday, December 1, 2026`
pub fn full_date(at: DateTime<Utc>, zone: Tz) -> String {
    at.with_timezone(&zone).format("%A, %B %-d, %Y").to_string()
}

/// `December 1, 2026`
pub fn long_date(day: NaiveDate) -> String {
    day.format("%B %-d, %Y").to_string()
}

/// `2026-12-01 14:30:05 UTC`
pub fn second_in_utc(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d %H:%M:%S UTC").to_string()
}

/// `Dec 1, 2026`
pub fn short_date(day: NaiveDate) -> String {
    day.format("%b %-d, %Y").to_string()
}

/// `December 1`
pub fn month_and_day(day: NaiveDate) -> String {
    day.format("%B %-d").to_string()
}

/// `Tuesday`
pub fn weekday(day: NaiveDate) -> String {
    day.format("%A").to_string()
}

/// `9:30 AM`
pub fn time(time: NaiveTime) -> String {
    time.format("%-I:%M %p").to_string()
}

/// `9:30 AM`
pub fn time_at(at: DateTime<Utc>, zone: Tz) -> String {
    time(at.with_timezone(&zone).time())
}

/// `EST`
pub fn zone_name(at: DateTime<Utc>, zone: Tz) -> String {
    at.with_timezone(&zone).format("%Z").to_string()
}

/// `December 1, 09:30 EST`
pub fn day_and_time(at: DateTime<Utc>, zone: Tz) -> String {
    at.with_timezone(&zone).format("%B %-d, %H:%M %Z").to_string()
}

/// `December 1, 2026, 9:30 AM EST`
pub fn date_and_time(at: DateTime<Utc>, zone: Tz) -> String {
    at.with_timezone(&zone).format("%B %-d, %Y, %-I:%M %p %Z").to_string()
}

/// `2026-12-01`
pub fn iso_date(at: DateTime<Utc>, zone: Tz) -> String {
    at.with_timezone(&zone).date_naive().to_string()
}

/// `2026-12-01 09:30:00 EST`, which a spreadsheet sorts.
pub fn sortable(at: DateTime<Utc>, zone: Tz) -> String {
    at.with_timezone(&zone).format("%Y-%m-%d %H:%M:%S %Z").to_string()
}

/// `09:30`
pub fn time_24h(time: NaiveTime) -> String {
    time.format("%H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_writes_what_its_comment_says() {
        let (at, zone) = ("2026-12-01T14:30:00Z".parse().unwrap(), chrono_tz::America::New_York);
        let day = "2026-12-01".parse().unwrap();
        assert_eq!(full_date(at, zone), "Tuesday, December 1, 2026");
        assert_eq!(
            [long_date(day), short_date(day), month_and_day(day), weekday(day)],
            ["December 1, 2026", "Dec 1, 2026", "December 1", "Tuesday"]
        );
        assert_eq!([time_at(at, zone), zone_name(at, zone)], ["9:30 AM", "EST"]);
        let summer = "2026-07-01T16:05:00Z".parse().unwrap();
        assert_eq!([time_at(summer, zone), zone_name(summer, zone)], ["12:05 PM", "EDT"]);
        assert_eq!(day_and_time(at, zone), "December 1, 09:30 EST");
        assert_eq!(date_and_time(at, zone), "December 1, 2026, 9:30 AM EST");
        assert_eq!(sortable(at, zone), "2026-12-01 09:30:00 EST");
        assert_eq!(time_24h("09:30:00".parse().unwrap()), "09:30");
    }
}
