//! The days and times of the demo's data, which are relative to the day of seeding.

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;
use sea_orm::DbErr;

use crate::foundation::local_time::first_at;

/// Turns the demo data's relative days and local times into instants.
#[derive(Clone, Copy)]
pub(super) struct Calendar {
    pub(super) zone: Tz,
    pub(super) now: DateTime<Utc>,
}

impl Calendar {
    pub(super) fn today(self) -> NaiveDate {
        self.now.with_timezone(&self.zone).date_naive()
    }

    /// `days` from today, at a local time.
    pub(super) fn at(self, days: i64, time: &str) -> Result<DateTime<Utc>, DbErr> {
        let time = NaiveTime::parse_from_str(time, "%H:%M").map_err(|_| unreadable(time))?;
        Ok(first_at((self.today() + TimeDelta::days(days)).and_time(time), self.zone))
    }

    /// `days` ago, at a local time. A time later than now, which is one of today, becomes now.
    pub(super) fn ago(self, days: u16, time: &str) -> Result<DateTime<Utc>, DbErr> {
        Ok(self.at(-i64::from(days), time)?.min(self.now))
    }
}

pub(super) fn day(text: &str) -> Result<NaiveDate, DbErr> {
    text.parse().map_err(|_| unreadable(text))
}

pub(super) fn unreadable(what: &str) -> DbErr {
    DbErr::Custom(format!("the demo data names \"{what}\", which is not there"))
}
