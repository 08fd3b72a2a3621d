//! Dates and times of a search. They may be partial: a year stands for all of its instants.

use chrono::{DateTime, Days, Months, NaiveDate, TimeDelta, Utc};
use chrono_tz::Tz;
use sea_orm::{
    Condition,
    sea_query::{Expr, ExprTrait, IntoCondition},
};

use base::local_time::start_of;

/// How a value is compared (FHIR, 3.1.1.4.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Equal,
    NotEqual,
    Less,
    Greater,
    AtLeast,
    AtMost,
}

/// A comparison with the instants from `start` up to, but not including, `end`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DateRange {
    comparison: Comparison,
    start: DateTime<Utc>,
    end: DateTime<Utc>,
    /// The range as days. `None` if a time of day was given.
    days: Option<(NaiveDate, NaiveDate)>,
}

impl DateRange {
    /// Parses a date. A day without a time is in the clinic's time zone.
    pub fn parse(text: &str, zone: Tz) -> Option<Self> {
        let (comparison, text) = split(text.trim())?;
        if let Some((start, end)) = days(text) {
            let days = Some((start, end));
            return Some(Self { comparison, start: start_of(start, zone), end: start_of(end, zone), days });
        }
        // A plus sign in an address is a space.
        let (start, lasts) = instant(&text.replace(' ', "+"))?;
        Some(Self { comparison, start, end: start + lasts, days: None })
    }

    /// The condition that an instant matches.
    pub fn matches(&self, instant: &Expr) -> Condition {
        self.between(instant, Expr::val(self.start), Expr::val(self.end))
    }

    /// The condition that a day matches. `None` for a time of day.
    pub fn matches_day(&self, day: &Expr) -> Option<Condition> {
        let (start, end) = self.days?;
        Some(self.between(day, Expr::val(start), Expr::val(end)))
    }

    fn between(&self, value: &Expr, start: Expr, end: Expr) -> Condition {
        let value = || value.clone();
        match self.comparison {
            Comparison::Equal => value().gte(start).and(value().lt(end)),
            Comparison::NotEqual => value().lt(start).or(value().gte(end)),
            Comparison::Less => value().lt(start),
            Comparison::Greater => value().gte(end),
            Comparison::AtLeast => value().gte(start),
            Comparison::AtMost => value().lt(end),
        }
        .into_condition()
    }
}

/// The comparison and the rest. `ap` (approximately) is not supported.
fn split(text: &str) -> Option<(Comparison, &str)> {
    let prefix = text.get(..2).filter(|prefix| prefix.bytes().all(|byte| byte.is_ascii_lowercase()));
    let comparison = match prefix {
        None => return Some((Comparison::Equal, text)),
        Some("eq") => Comparison::Equal,
        Some("ne") => Comparison::NotEqual,
        Some("lt" | "eb") => Comparison::Less,
        Some("gt" | "sa") => Comparison::Greater,
        Some("ge") => Comparison::AtLeast,
        Some("le") => Comparison::AtMost,
        Some(_) => return None,
    };
    Some((comparison, text.get(2..)?))
}

/// A year, a month or a day: the first of its days, and the one after the last.
fn days(text: &str) -> Option<(NaiveDate, NaiveDate)> {
    let parts: Vec<_> = text.split('-').collect();
    let digits = |at: usize, long: usize| {
        parts.get(at).filter(|part| part.len() == long && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let year = digits(0, 4)?.parse().ok()?;
    let number = |at| digits(at, 2)?.parse().ok();
    let start = |month, day| NaiveDate::from_ymd_opt(year, month, day);
    match parts.len() {
        1 => Some((start(1, 1)?, start(1, 1)?.checked_add_months(Months::new(12))?)),
        2 => Some((start(number(1)?, 1)?, start(number(1)?, 1)?.checked_add_months(Months::new(1))?)),
        3 => Some((start(number(1)?, number(2)?)?, start(number(1)?, number(2)?)?.checked_add_days(Days::new(1))?)),
        _ => None,
    }
}

/// A time of day with its offset, and how long it lasts: a minute or a second.
fn instant(text: &str) -> Option<(DateTime<Utc>, TimeDelta)> {
    if let Ok(at) = DateTime::parse_from_rfc3339(text) {
        return Some((at.to_utc(), TimeDelta::seconds(1)));
    }
    let (minutes, offset) = (text.get(..16)?, text.get(16..)?);
    let at = DateTime::parse_from_rfc3339(&format!("{minutes}:00{offset}")).ok()?;
    Some((at.to_utc(), TimeDelta::minutes(1)))
}

#[cfg(test)]
mod tests {
    use chrono_tz::America::New_York;

    use super::*;

    fn range(text: &str) -> Option<(Comparison, String, String)> {
        let DateRange { comparison, start, end, .. } = DateRange::parse(text, New_York)?;
        Some((comparison, start.to_rfc3339(), end.to_rfc3339()))
    }

    fn expected(comparison: Comparison, start: &str, end: &str) -> (Comparison, String, String) {
        (comparison, format!("{start}:00+00:00"), format!("{end}:00+00:00"))
    }

    #[test]
    fn a_part_of_a_date_is_all_of_its_days_in_the_clinics_zone() {
        let equal = |start, end| Some(expected(Comparison::Equal, start, end));
        assert_eq!(range("2026"), equal("2026-01-01T05:00", "2027-01-01T05:00"));
        assert_eq!(range("2026-06"), equal("2026-06-01T04:00", "2026-07-01T04:00"));
        assert_eq!(range("eq2026-06-30"), equal("2026-06-30T04:00", "2026-07-01T04:00"));
    }

    #[test]
    fn a_day_whose_midnight_the_clocks_skip_begins_after_the_gap() {
        let found = DateRange::parse("2026-03-08", chrono_tz::America::Havana).unwrap();
        assert_eq!(
            (found.start.to_rfc3339(), found.end.to_rfc3339()),
            ("2026-03-08T05:00:00+00:00".to_owned(), "2026-03-09T04:00:00+00:00".to_owned(),)
        );
    }

    #[test]
    fn a_time_has_its_own_offset() {
        let at = Some(expected(Comparison::AtLeast, "2026-06-30T08:15", "2026-06-30T08:16"));
        assert_eq!(range("ge2026-06-30T10:15+02:00"), at);
        assert_eq!(range("ge2026-06-30T10:15 02:00"), at, "a plus sign in an address");
        assert_eq!(range("lt2026-06-30T08:15:00Z").unwrap().0, Comparison::Less);
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for bad in [
            "",
            "x",
            "26",
            "2026-13",
            "2026-02-30",
            "ap2026",
            "2026-06-30T10:15",
            "2026-6-3",
            "-2026",
            "xx2026",
            "é2026",
        ] {
            assert_eq!(range(bad), None, "{bad}");
        }
    }
}
