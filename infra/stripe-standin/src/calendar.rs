//! Stripe's months: counted from the anchor, clamped to the last day, never added one by one.

use chrono::{DateTime, Months};

pub const HOUR: i64 = 3_600;
pub const DAY: i64 = 24 * HOUR;
/// A hundred years of months: beyond that there are no more charges.
const PERIODS: u32 = 1_200;

/// `anchor` plus `months`, as Stripe documents it: 31 January, 28 February, 31 March.
pub fn add_months(anchor: i64, months: u32) -> i64 {
    DateTime::from_timestamp(anchor, 0)
        .and_then(|at| at.checked_add_months(Months::new(months)))
        .map_or(anchor, |at| at.timestamp())
}

/// The first end of a period after `moment`, for periods of `months` that are counted from `anchor`.
pub fn period_end(anchor: i64, months: u32, moment: i64) -> i64 {
    let step = months.max(1);
    (1..=PERIODS).map(|count| add_months(anchor, count * step)).find(|end| *end > moment).unwrap_or(i64::MAX)
}

/// As a person reads it: `2026-11-20 09:30`, in UTC.
pub fn to_minutes(moment: i64) -> String {
    DateTime::from_timestamp(moment, 0).map_or_else(String::new, |at| at.format("%Y-%m-%d %H:%M").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> i64 {
        DateTime::parse_from_rfc3339(&format!("{text}T10:00:00Z")).unwrap().timestamp()
    }

    #[test]
    fn a_month_after_the_last_of_january_is_the_last_of_february_and_march_has_31_days_again() {
        let anchor = at("2027-01-31");
        assert_eq!(add_months(anchor, 1), at("2027-02-28"));
        assert_eq!(add_months(anchor, 2), at("2027-03-31"));
        assert_eq!(add_months(at("2028-02-29"), 12), at("2029-02-28"));
    }

    #[test]
    fn a_period_ends_after_the_given_moment_and_not_on_it() {
        let anchor = at("2027-01-31");
        assert_eq!(period_end(anchor, 1, anchor), at("2027-02-28"));
        assert_eq!(period_end(anchor, 1, at("2027-02-28")), at("2027-03-31"));
        assert_eq!(period_end(anchor, 12, at("2027-02-28")), at("2028-01-31"));
    }
}
