//! What is unusual about a booking and is confirmed first. All of it can be booked.

use chrono::{DateTime, Months, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;
use entity::{clinic::patient, ids::AppointmentId};

use super::slot::{self, Slot};
use crate::{
    features::settings,
    foundation::{
        error::{Result, Warning},
        tenancy::ClinicTx,
    },
};

/// A walk-in is entered a moment after the visit started: that does not count as the past.
const WALK_IN: TimeDelta = TimeDelta::minutes(15);

/// What is unusual about this booking, the most important first.
///
/// # Errors
/// When the database is out of reach.
pub async fn warnings(
    tx: &ClinicTx,
    zone: Tz,
    now: DateTime<Utc>,
    patient: &patient::Model,
    slot: Slot,
    moved: Option<AppointmentId>,
) -> Result<Vec<Warning>> {
    let mut warnings = Vec::new();
    if let Some(other) = slot::of_patient(tx, patient.id, slot, moved).await? {
        let (name, service) = (patient.full_name(), other.service.as_str());
        let (from, to) = (clock(other.starts_at, zone), clock(other.ends_at, zone));
        warnings.push(warning("patient_overlap", format!("{name} is booked from {from} to {to} already: {service}.")));
    }
    if slot.starts_at < now - WALK_IN {
        warnings.push(warning("past", "This time has passed."));
    }
    let (starts, ends) = (slot.starts_at.with_timezone(&zone), slot.ends_at.with_timezone(&zone));
    let in_a_year = now.with_timezone(&zone).date_naive().checked_add_months(Months::new(12));
    if in_a_year.is_some_and(|day| starts.date_naive() > day) {
        warnings.push(warning("far_ahead", "This is more than a year ahead."));
    }
    let hours = settings::current(tx).await?;
    let is_within =
        starts.date_naive() == ends.date_naive() && starts.time() >= hours.opens_at && ends.time() <= hours.closes_at;
    if !is_within {
        let (opens, closes) = (twelve(hours.opens_at), twelve(hours.closes_at));
        warnings.push(warning("outside_hours", format!("This is outside the clinic's hours, {opens} to {closes}.")));
    }
    Ok(warnings)
}

/// The provider is already booked, which can be allowed with `allow_overlap`.
pub fn provider_is_taken() -> Warning {
    warning("double_booked", super::PROVIDER_IS_TAKEN)
}

fn warning(code: &'static str, message: impl Into<String>) -> Warning {
    Warning { code, message: message.into(), patient_id: None }
}

fn clock(instant: DateTime<Utc>, zone: Tz) -> String {
    twelve(instant.with_timezone(&zone).time())
}

/// A time as the screens write it: 2:30 PM.
fn twelve(time: NaiveTime) -> String {
    time.format("%-I:%M %p").to_string()
}
