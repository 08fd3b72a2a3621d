//! One of Stripe's subscriptions as the columns of its row.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use super::{Fields, Row};
use crate::billing::{catalog::Terms, gateway::SubSnapshot, status::SubscriptionStatus};
use base::local_time::day_of;

/// The columns of a subscription. `None` if its status or price is unknown; then the caller does not change the row.
pub(super) fn fields(
    snapshot: &SubSnapshot,
    is_gone: bool,
    row: Option<&Row>,
    zone: Tz,
    now: DateTime<Utc>,
    alerts: &mut Vec<&'static str>,
) -> Option<Fields> {
    let before = row.and_then(|row| row.stripe.as_ref());
    let (stripe_status, status) = if is_gone && !snapshot.status.is_terminal() {
        ("canceled".to_owned(), SubscriptionStatus::Canceled)
    } else {
        // A status that is new at Stripe does not change the status shown.
        let shown = snapshot.status.to_status().or_else(|| before.map(|own| own.status))?;
        (snapshot.status.word().to_owned(), shown)
    };
    let (plan, cycle) = if let Some(bought) = snapshot.bought() {
        bought
    } else {
        alerts.push("a subscription's price is not of the catalog");
        row.map(|row| (row.plan, row.cycle))?
    };
    let day = |at: DateTime<Utc>| day_of(at, zone);
    let has_ended = status == SubscriptionStatus::Canceled;
    let cancel_at = if has_ended { None } else { snapshot.cancels_on() };
    let is_due = status == SubscriptionStatus::PastDue;
    Some(Fields {
        stripe_subscription_id: snapshot.id.clone(),
        stripe_status,
        status,
        plan,
        cycle,
        price_id: snapshot.price_id.clone().or_else(|| row.map(|row| row.price_id.clone())).unwrap_or_default(),
        amount: snapshot.amount().or(before.map(|own| own.amount)).unwrap_or(Terms::for_plan(plan).cents(cycle)),
        trial_enabled: snapshot.trial_end.is_some(),
        trial_days: trial_days(snapshot),
        start: day(snapshot.start),
        trial_end: day(snapshot.trial_end.unwrap_or(snapshot.start)),
        next_bill: if has_ended || cancel_at.is_some() { None } else { snapshot.current_period_end.map(day) },
        cancel_at,
        ended_at: if has_ended {
            snapshot.ended_at.or(before.and_then(|own| own.ended_at)).or(Some(now))
        } else {
            None
        },
        // Counted from the first failure that was seen, not from each further one.
        past_due_since: if is_due { before.and_then(|own| own.past_due_since).or(Some(now)) } else { None },
    })
}

fn trial_days(snapshot: &SubSnapshot) -> i32 {
    let Some(end) = snapshot.trial_end else { return 0 };
    let days = (end - snapshot.trial_start.unwrap_or(snapshot.start)).num_days();
    i32::try_from(days.clamp(0, 365)).unwrap_or(0)
}
