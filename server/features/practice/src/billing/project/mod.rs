//! Computes our rows from Stripe's state, as a pure function. It writes nothing, reads nothing, and gives the same
//! result however often and in whichever order it is called.

mod choose;
mod fields;
#[cfg(test)]
mod tests;

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use entity::ids::SubscriptionId;
use rust_decimal::Decimal;

use self::{choose::account, fields::fields};
use super::{
    catalog::{Cycle, PlanId},
    gateway::{Customer, SubSnapshot},
    status::SubscriptionStatus,
};

/// The columns of a subscription that Stripe may change. No event changes notes and signatures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fields {
    pub stripe_subscription_id: String,
    pub stripe_status: String,
    pub status: SubscriptionStatus,
    pub plan: PlanId,
    pub cycle: Cycle,
    pub price_id: String,
    /// Cents for each period.
    pub amount: i64,
    pub trial_enabled: bool,
    pub trial_days: i32,
    pub start: NaiveDate,
    pub trial_end: NaiveDate,
    /// `None` if the subscription has ended or will end.
    pub next_bill: Option<NaiveDate>,
    pub cancel_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
    pub past_due_since: Option<DateTime<Utc>>,
}

impl Fields {
    /// Dollars.
    pub fn price(&self) -> Decimal {
        Decimal::new(self.amount, 2)
    }
}

/// A row before the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub id: SubscriptionId,
    /// 'Other (manual)'. Only a person changes such a row.
    pub is_manual: bool,
    pub status: SubscriptionStatus,
    pub plan: PlanId,
    pub cycle: Cycle,
    pub price_id: String,
    /// `None` until the row is linked with a subscription at Stripe.
    pub stripe: Option<Fields>,
}

/// A change to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A row that differs from Stripe's state. The change also links the row with that subscription.
    Update { row: SubscriptionId, from: SubscriptionStatus, fields: Fields },
    /// A subscription without a row. `subscription` is its position in the customer's list.
    Insert { fields: Fields, subscription: usize },
}

/// The fields of the clinic's account that the registry stores.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Account {
    pub stripe_subscription_id: Option<String>,
    pub stripe_status: Option<String>,
    pub status: Option<SubscriptionStatus>,
    pub plan: Option<PlanId>,
    pub cycle: Option<Cycle>,
    pub current_period_end: Option<DateTime<Utc>>,
    pub cancel_at: Option<DateTime<Utc>>,
    pub past_due_since: Option<DateTime<Utc>>,
    /// When a trial of this customer began, if any did.
    pub trial_used_at: Option<DateTime<Utc>>,
}

/// The result of one projection.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Projection {
    pub changes: Vec<Change>,
    pub account: Account,
    /// Cases that a person has to look at, in a few words each.
    pub alerts: Vec<&'static str>,
}

/// The changes that make the rows equal to Stripe's state. `form_row` returns the row of the form that a
/// subscription was started for, from our own record of the checkout.
pub fn project(
    customer: &Customer,
    rows: &[Row],
    form_row: impl Fn(&SubSnapshot) -> Option<SubscriptionId>,
    zone: Tz,
    now: DateTime<Utc>,
) -> Projection {
    let mut projection = Projection::default();
    let mut taken: Vec<SubscriptionId> = Vec::new();
    // Oldest first, whatever the order in Stripe's list.
    let mut order: Vec<usize> = (0..customer.subscriptions.len()).collect();
    order.sort_by_key(|at| (customer.subscriptions[*at].created, &customer.subscriptions[*at].id));
    for at in order {
        let snapshot = &customer.subscriptions[at];
        let linked =
            rows.iter().find(|row| row.stripe.as_ref().is_some_and(|own| own.stripe_subscription_id == snapshot.id));
        let waiting = || {
            let id = form_row(snapshot)?;
            rows.iter().find(|row| row.id == id && row.stripe.is_none() && !row.is_manual && !taken.contains(&id))
        };
        let row = linked.or_else(waiting);
        if let Some(row) = row {
            taken.push(row.id);
        }
        match fields(snapshot, customer.is_gone, row, zone, now, &mut projection.alerts) {
            Some(fields) => projection.note(row, fields, at),
            None => projection.alerts.push("a subscription has a status or a price that is not known"),
        }
    }
    if customer.is_gone {
        projection.end_the_rest(rows, &taken, now);
    }
    if customer.subscriptions.iter().filter(|snapshot| snapshot.status.is_live()).count() > 1 {
        projection.alerts.push("a clinic has two live subscriptions");
    }
    projection.account = account(customer, rows, &projection.changes);
    projection
}

impl Projection {
    fn note(&mut self, row: Option<&Row>, fields: Fields, subscription: usize) {
        match row {
            Some(row) if row.stripe.as_ref() == Some(&fields) && row.status == fields.status => {}
            Some(row) => self.changes.push(Change::Update { row: row.id, from: row.status, fields }),
            // Without a first payment there is no row.
            None if fields.stripe_status == "incomplete" || fields.stripe_status == "incomplete_expired" => {}
            None => self.changes.push(Change::Insert { fields, subscription }),
        }
    }

    /// Ends the rows of a deleted customer that Stripe no longer lists.
    fn end_the_rest(&mut self, rows: &[Row], reported: &[SubscriptionId], now: DateTime<Utc>) {
        for row in rows.iter().filter(|row| !reported.contains(&row.id)) {
            let Some(own) = row.stripe.as_ref().filter(|own| own.status != SubscriptionStatus::Canceled) else {
                continue;
            };
            let fields = Fields {
                stripe_status: "canceled".to_owned(),
                status: SubscriptionStatus::Canceled,
                next_bill: None,
                past_due_since: None,
                ended_at: own.ended_at.or(Some(now)),
                ..own.clone()
            };
            self.changes.push(Change::Update { row: row.id, from: row.status, fields });
        }
    }
}
