//! Warns about a booking on a closed day, outside the provider's own hours, or in a blocked time.

use chrono::NaiveDate;
use entity::{clinic::member, ids::MemberId};
use sea_orm::EntityTrait;

use super::{
    super::{proposal::Proposal, slot::Slot},
    text::{from_to, warning},
};
use base::{
    date_format::{short_date, time, weekday},
    error::{Result, Warning},
    local_time::day_of,
};
use contact::schedule::{BlockedTime, Timetable};
use tenancy::ClinicTx;

/// Warns if the clinic is closed on that day.
pub(super) fn closed(plan: &Timetable, date: NaiveDate) -> Option<Warning> {
    let reason = plan.closure(date)?;
    Some(warning("closed", format!("The clinic is closed on {}: {}.", short_date(date), unended(reason))))
}

/// The warnings by the timetable of the provider and of the room or the device.
pub(super) async fn of_proposal(tx: &ClinicTx, plan: &Timetable, proposal: &Proposal<'_>) -> Result<Vec<Warning>> {
    let resource = proposal.resource.map(|resource| resource.id);
    let is_off = proposal.provider.is_some_and(|provider| is_off(plan, provider, proposal.slot));
    let blocks: Vec<_> = plan.blocked_times(&proposal.slot.times(), proposal.provider, resource).collect();
    let concerns_provider = is_off || blocks.iter().any(|block| block.member.is_some());
    let name = match proposal.provider.filter(|_| concerns_provider) {
        Some(provider) => member::Entity::find_by_id(provider).one(tx).await?.map(|row| row.full_name()),
        None => None,
    };
    let provider_name = name.as_deref().unwrap_or("The provider");
    let mut warnings = Vec::new();
    if is_off && let Some(provider) = proposal.provider {
        warnings.push(off(plan, provider, provider_name, proposal.slot));
    }
    let blocked = |name: &str, block: &BlockedTime| {
        let slot = Slot { starts_at: block.times.start, ends_at: block.times.end };
        let times = from_to(slot, plan.zone);
        warning("blocked", format!("{name} is not available {times}: {}.", unended(&block.reason)))
    };
    // One warning of each kind. If the appointment is moved, the next check finds the next blocked time.
    if let Some(block) = blocks.iter().find(|block| block.member.is_some()) {
        warnings.push(blocked(provider_name, block));
    }
    if let Some(block) = blocks.iter().find(|block| block.resource.is_some())
        && let Some(resource) = proposal.resource
    {
        warnings.push(blocked(&resource.name, block));
    }
    if let Some(block) = blocks.iter().find(|block| block.member.is_none() && block.resource.is_none()) {
        warnings.push(blocked("The clinic", block));
    }
    Ok(warnings)
}

/// Whether the provider has own hours and the slot is outside of them.
fn is_off(plan: &Timetable, provider: MemberId, slot: Slot) -> bool {
    let date = day_of(slot.starts_at, plan.zone);
    let contains = |work: &std::ops::Range<_>| work.start <= slot.starts_at && work.end >= slot.ends_at;
    plan.has_own_hours(provider) && !plan.work(provider, date).iter().any(contains)
}

fn off(plan: &Timetable, provider: MemberId, name: &str, slot: Slot) -> Warning {
    let date = day_of(slot.starts_at, plan.zone);
    let weekday = weekday(date);
    let hours = plan.hours(provider, date);
    if hours.is_empty() {
        return warning("provider_off", format!("{name} does not work on {weekday}s."));
    }
    let spans: Vec<_> =
        hours.into_iter().map(|(opens, closes)| format!("{} to {}", time(opens), time(closes))).collect();
    warning("provider_off", format!("{name} works from {} on {weekday}s.", spans.join(" and ")))
}

/// A reason without its period, because the sentence around it has one.
fn unended(reason: &str) -> &str {
    reason.trim_end_matches('.')
}
