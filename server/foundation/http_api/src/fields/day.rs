//! Days of the calendar, and the years that are accepted for them.

use std::ops::RangeInclusive;

use chrono::{Datelike, NaiveDate};
use serde_json::Value;
use utoipa::ToSchema;

use super::{Field, text};
use base::error::{Error, Result as Answer};

/// The years that are accepted. Others are typing mistakes, and some are beyond the range of browsers, the database or a clock.
const YEARS: RangeInclusive<i32> = 1900..=2200;

const NOT_OUR_TIME: &str = "must be a date between 1900 and 2200";

/// Checks that a date or time, if there is one, lies in an accepted year.
pub fn in_our_time(field: &'static str, day: Option<impl Datelike>) -> Answer<()> {
    if day.is_some_and(|day| !YEARS.contains(&day.year())) { Err(Error::field(field, NOT_OUR_TIME)) } else { Ok(()) }
}

/// A day of the calendar between 1900 and 2200, never an instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(value_type = String, format = Date)]
pub struct Day(pub NaiveDate);

impl Field for Day {
    fn parse(value: &Value) -> Result<Self, String> {
        let day = text(value)?;
        let is_plain = day.len() == 10 && day.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        let day = NaiveDate::parse_from_str(day, "%Y-%m-%d").ok().filter(|_| is_plain);
        let day = day.ok_or_else(|| "must be a date like 1985-03-14".to_owned())?;
        if YEARS.contains(&day.year()) { Ok(Self(day)) } else { Err(NOT_OUR_TIME.to_owned()) }
    }
}
