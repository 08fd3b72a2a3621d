//! The text of a warning.

use chrono_tz::Tz;

use super::super::slot::Slot;
use base::{
    date_format::{short_date, time_at},
    error::Warning,
    local_time::day_of,
};

pub(super) fn warning(code: &'static str, message: impl Into<String>) -> Warning {
    Warning { code, message: message.into(), patient_id: None }
}

/// A slot in words, with its days if it covers more than one day.
pub(super) fn from_to(slot: Slot, zone: Tz) -> String {
    let [first, last] = [slot.starts_at, slot.ends_at].map(|instant| day_of(instant, zone));
    let (from, to) = (time_at(slot.starts_at, zone), time_at(slot.ends_at, zone));
    if first == last {
        return format!("from {from} to {to}");
    }
    format!("from {}, {from} to {}, {to}", short_date(first), short_date(last))
}
