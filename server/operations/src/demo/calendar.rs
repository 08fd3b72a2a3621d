//! The days and times of the demo's data, which are relative to the day of seeding and in the clinic's own time zone.

use std::str::FromStr;

use base::local_time::{day_of, first_at};
use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;
use sea_orm::DbErr;
use serde::{Deserialize, Deserializer, de::Error};

/// A day: `today`, `yesterday`, `12 days ago`, `in 12 days`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Day(i64);

impl Day {
    /// This many days after today.
    pub(super) const fn after_today(days: i64) -> Self {
        Self(days)
    }

    /// Negative for a day in the past.
    pub(super) const fn days_from_today(self) -> i64 {
        self.0
    }
}

impl TryFrom<String> for Day {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl FromStr for Day {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let count = |days: &str| days.parse::<u16>().map(i64::from).ok();
        let days = match text {
            "today" => Some(0),
            "yesterday" => Some(-1),
            "tomorrow" => Some(1),
            _ => match text.strip_suffix(" days ago") {
                Some(days) => count(days).map(|days| -days),
                None => text.strip_prefix("in ").and_then(|rest| rest.strip_suffix(" days")).and_then(count),
            },
        };
        days.map(Self)
            .ok_or_else(|| format!("\"{text}\" is not a day like \"today\", \"12 days ago\" or \"in 12 days\""))
    }
}

/// A day and a local time: `12 days ago at 10:05`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Moment {
    pub(super) day: Day,
    pub(super) time: NaiveTime,
}

impl TryFrom<String> for Moment {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (day, time) = text.split_once(" at ").ok_or_else(|| format!("\"{text}\" has no \" at \" and no time"))?;
        Ok(Self { day: day.parse()?, time: parse_time(time)? })
    }
}

fn parse_time(text: &str) -> Result<NaiveTime, String> {
    NaiveTime::parse_from_str(text, "%H:%M").map_err(|_| format!("\"{text}\" is not a time like \"09:30\""))
}

/// Reads a local time such as `09:30`.
pub(super) fn time<'de, D: Deserializer<'de>>(from: D) -> Result<NaiveTime, D::Error> {
    parse_time(&String::deserialize(from)?).map_err(D::Error::custom)
}

/// Turns relative days and local times into instants.
#[derive(Clone, Copy)]
pub(super) struct Calendar {
    pub(super) zone: Tz,
    pub(super) now: DateTime<Utc>,
}

impl Calendar {
    pub(super) fn today(self) -> NaiveDate {
        day_of(self.now, self.zone)
    }

    pub(super) fn date(self, day: Day) -> NaiveDate {
        self.today() + TimeDelta::days(day.0)
    }

    pub(super) fn at(self, moment: Moment) -> DateTime<Utc> {
        first_at(self.date(moment.day).and_time(moment.time), self.zone)
    }

    /// The same, but now instead of a time later today.
    pub(super) fn until_now(self, moment: Moment) -> DateTime<Utc> {
        self.at(moment).min(self.now)
    }
}

/// The error for a name in the data that nothing has.
pub(super) fn unknown(name: &str) -> DbErr {
    DbErr::Custom(format!("the demo data names \"{name}\", which is not there"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_moments_are_plain_words() {
        let days =
            ["today", "yesterday", "tomorrow", "12 days ago", "in 7 days"].map(|text| text.parse::<Day>().unwrap());
        assert_eq!(days.map(Day::days_from_today), [0, -1, 1, -12, 7]);
        let moment = Moment::try_from("12 days ago at 09:05".to_owned()).unwrap();
        assert_eq!((moment.day, moment.time), (Day(-12), NaiveTime::from_hms_opt(9, 5, 0).unwrap()));
    }

    #[test]
    fn other_words_are_refused_with_an_example() {
        for text in ["", "soon", "-3 days ago", "in -3 days", "in days", "3 days"] {
            let refused = text.parse::<Day>().unwrap_err();
            assert!(refused.contains("in 12 days"), "{text}: {refused}");
        }
        for text in ["today", "today 09:30", "today at 25:00", "at 09:30", "today at noon"] {
            assert!(Moment::try_from(text.to_owned()).is_err(), "{text}");
        }
    }
}
