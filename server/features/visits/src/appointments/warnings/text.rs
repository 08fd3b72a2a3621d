//! The text of a warning.

use chrono_tz::Tz;

use super::super::slot::Slot;
use crate::foundation::{
    date_format::{short_date, time_at},
    error::Warning,
};

pub(super) fn warning(code: &'static str, message: impl Into<String>) -> Warning {
    Warning { code, message: message.into(), patient_id: None }
}

/// From when to when, with the days where it is not one day alone.
pub(super) fn from_to(slot: Slot, zone: Tz) -> String {
    let [first, last] = [slot.starts_at, slot.ends_at].map(|instant| instant.with_timezone(&zone).date_naive());
    let (from, to) = (time_at(slot.starts_at, zone), time_at(slot.ends_at, zone));
    if first == last {
        return format!("from {from} to {to}");
    }
    format!("from {}, {from} to {}, {to}", short_date(first), short_date(last))
}
