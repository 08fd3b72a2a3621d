//! Chooses which of a customer's subscriptions counts, and what the registry stores of it.

use super::{Account, Change, Row};
use crate::billing::{
    gateway::{Customer, SubSnapshot},
    status::StripeStatus,
};

/// The subscription that counts: live ones before incomplete ones before ended ones, then the newest. Otherwise a
/// failed attempt could hide a paying subscription.
pub fn canonical(subscriptions: &[SubSnapshot]) -> Option<&SubSnapshot> {
    subscriptions.iter().max_by(|one, other| {
        let rank = |snapshot: &SubSnapshot| match &snapshot.status {
            status if status.is_live() => 3,
            // An unknown status may be live. No clinic may lose access because of it.
            StripeStatus::Unknown(_) => 2,
            StripeStatus::Incomplete => 1,
            _ => 0,
        };
        (rank(one), one.created, &one.id).cmp(&(rank(other), other.created, &other.id))
    })
}

/// The account after these changes.
pub(super) fn account(customer: &Customer, rows: &[Row], changes: &[Change]) -> Account {
    let trial_used_at =
        customer.subscriptions.iter().filter_map(|snapshot| snapshot.trial_start.or(snapshot.trial_end)).min();
    let Some(counted) = canonical(&customer.subscriptions) else {
        return Account { trial_used_at, ..Account::default() };
    };
    let written = changes.iter().find_map(|change| match change {
        Change::Update { fields, .. } | Change::Insert { fields, .. } => {
            (fields.stripe_subscription_id == counted.id).then_some(fields)
        }
    });
    let kept =
        || rows.iter().filter_map(|row| row.stripe.as_ref()).find(|own| own.stripe_subscription_id == counted.id);
    let Some(fields) = written.or_else(kept) else {
        return Account { trial_used_at, ..Account::default() };
    };
    Account {
        stripe_subscription_id: Some(fields.stripe_subscription_id.clone()),
        stripe_status: Some(fields.stripe_status.clone()),
        status: Some(fields.status),
        plan: Some(fields.plan),
        cycle: Some(fields.cycle),
        current_period_end: counted.current_period_end,
        cancel_at: fields.cancel_at,
        past_due_since: fields.past_due_since,
        trial_used_at,
    }
}
