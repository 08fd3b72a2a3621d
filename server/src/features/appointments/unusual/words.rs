//! How a warning is written: times and days as the screens write them.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;

use super::super::slot::Slot;
use crate::foundation::error::Warning;

pub(super) fn warning(code: &'static str, message: impl Into<String>) -> Warning {
    Warning { code, message: message.into(), patient_id: None }
}

pub(super) fn clock(instant: DateTime<Utc>, zone: Tz) -> String {
    twelve(instant.with_timezone(&zone).time())
}

/// A time as the screens write it: 2:30 PM.
pub(super) fn twelve(time: NaiveTime) -> String {
    time.format("%-I:%M %p").to_string()
}

/// A day as the screens write it: Nov 6, 2028.
pub(in super::super) fn day(date: NaiveDate) -> String {
    date.format("%b %-d, %Y").to_string()
}

/// From when to when, with the days where it is not one day alone.
pub(super) fn from_to(slot: Slot, zone: Tz) -> String {
    let [first, last] = [slot.starts_at, slot.ends_at].map(|instant| instant.with_timezone(&zone).date_naive());
    let (from, to) = (clock(slot.starts_at, zone), clock(slot.ends_at, zone));
    if first == last {
        return format!("from {from} to {to}");
    }
    format!("from {}, {from} to {}, {to}", day(first), day(last))
}
