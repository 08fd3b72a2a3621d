//! The warnings that must be confirmed before an unusual booking.

mod spacing;
mod text;
mod timetable;

pub(super) use spacing::too_early_again;

use chrono::{Months, TimeDelta};

use super::{proposal::Proposal, slot};
use base::{
    date_format::{time, time_at},
    error::{Result, Warning},
};
use contact::schedule::Timetable;
use tenancy::Work;
use text::warning;

/// How long a start does not count as the past, because a walk-in is entered a moment after the visit started.
const WALK_IN: TimeDelta = TimeDelta::minutes(15);

/// The warnings about this booking, the most important first.
pub(super) async fn check(work: Work<'_>, proposal: &Proposal<'_>) -> Result<Vec<Warning>> {
    let (Work { tx, now, .. }, zone) = (work, work.zone());
    let (patient, slot) = (proposal.patient, proposal.slot);
    let mut warnings = Vec::new();
    if let Some(other) = slot::of_patient(tx, patient.id, slot, proposal.moved).await? {
        let (name, service) = (patient.full_name(), other.service.as_str());
        let (from, to) = (time_at(other.starts_at, zone), time_at(other.ends_at, zone));
        warnings.push(warning("patient_overlap", format!("{name} is booked from {from} to {to} already: {service}.")));
    }
    if let Some(provider) = proposal.provider
        && let Some(until) = slot::held_until(tx, provider, slot, now).await?
    {
        let sentence = format!("Somebody is booking this time online, until {} at the latest.", time_at(until, zone));
        warnings.push(warning("held_online", sentence));
    }
    if slot.starts_at < now - WALK_IN {
        warnings.push(warning("past", "This time has passed."));
    }
    let (starts, ends) = (slot.starts_at.with_timezone(&zone), slot.ends_at.with_timezone(&zone));
    let in_a_year = work.today().checked_add_months(Months::new(12));
    if in_a_year.is_some_and(|day| starts.date_naive() > day) {
        warnings.push(warning("far_ahead", "This is more than a year ahead."));
    }
    let plan = Timetable::read(tx, zone, starts.date_naive()..=ends.date_naive()).await?;
    warnings.extend(timetable::closed(&plan, starts.date_naive()));
    let (opens_at, closes_at) = plan.clinic_hours;
    let is_within = starts.date_naive() == ends.date_naive() && starts.time() >= opens_at && ends.time() <= closes_at;
    if !is_within {
        let (opens, closes) = (time(opens_at), time(closes_at));
        warnings.push(warning("outside_hours", format!("This is outside the clinic's hours, {opens} to {closes}.")));
    }
    warnings.extend(timetable::of_proposal(tx, &plan, proposal).await?);
    warnings.extend(spacing::too_early_again(work, proposal).await?);
    warnings.extend(spacing::without_buffer(work, proposal).await?);
    Ok(warnings)
}

/// The warning that the provider is already booked. `allow_overlap` allows it.
pub(super) fn provider_is_taken() -> Warning {
    warning("double_booked", super::PROVIDER_IS_TAKEN)
}

/// The codes of these warnings, each once.
pub(super) fn codes(warnings: &[Warning]) -> Vec<String> {
    let mut codes: Vec<_> = warnings.iter().map(|warning| warning.code.to_owned()).collect();
    codes.dedup();
    codes
}
