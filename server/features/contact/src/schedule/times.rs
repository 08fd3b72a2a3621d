//! Instants and days in the clinic's zone.

use chrono::{DateTime, LocalResult, NaiveDateTime, TimeZone, Utc};
use chrono_tz::Tz;

use base::error::{Error, Result};
use http_api::fields::in_our_time;

/// Parses an instant from the text of a field: a local time of the clinic, or one with its own offset.
///
/// A local time that a clock change skips is refused; a repeated one means the first.
///
/// Fails if the text is not a time, or the time does not exist.
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
