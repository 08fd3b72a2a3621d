//! Instants and days in the clinic's zone.

use chrono::{DateTime, LocalResult, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

use crate::foundation::{
    error::{Error, Result},
    http::fields::in_our_time,
};

/// The instant that the text of a field means: a local time of the clinic, or one with its own offset.
///
/// A local time that a clock change skips is refused; one that it repeats means the first.
///
/// # Errors
/// When the text is not a time, or means no instant.
pub fn instant(field: &'static str, text: &str, zone: Tz) -> Result<DateTime<Utc>> {
    if let Ok(instant) = DateTime::parse_from_rfc3339(text) {
        in_our_time(field, Some(instant))?;
        return Ok(instant.to_utc());
    }
    let local = NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M")
        .or_else(|_| NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S"))
        .map_err(|_| Error::field(field, "must be a date and time"))?;
    in_our_time(field, Some(local))?;
    match zone.from_local_datetime(&local) {
        LocalResult::Single(instant) | LocalResult::Ambiguous(instant, _) => Ok(instant.to_utc()),
        LocalResult::None => Err(Error::field(field, "does not exist on this day: the clocks are set forward over it")),
    }
}

/// The first instant of a day in the clinic's zone, also where midnight is skipped.
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
