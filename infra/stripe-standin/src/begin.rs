//! How a subscription starts: by the API or on the hosted page.

use serde_json::{Value, json};

use crate::{
    calendar::{DAY, period_end},
    card::Card,
    lifecycle, objects,
    problem::Problem,
    world::Transaction,
};

/// What is ordered.
pub struct Order {
    pub customer: String,
    pub price: Value,
    pub quantity: i64,
    /// The end of the trial; `None` charges at once.
    pub trial_end: Option<i64>,
    pub payment_method: Value,
    pub metadata: Value,
    pub trial_settings: Option<Value>,
    pub description: Value,
    /// Whether a first charge that fails refuses the whole order, as the hosted page does.
    pub must_pay: bool,
}

impl Order {
    pub fn trial_days(now: i64, days: i64) -> Option<i64> {
        (days > 0).then_some(now + days * DAY)
    }
}

/// Makes the subscription and its first invoice, and charges what is due today.
pub fn begin(tx: &mut Transaction<'_>, order: Order) -> Result<Value, Problem> {
    let fails = objects::card_of(tx, &order.payment_method) == Card::Fails;
    if order.must_pay && order.trial_end.is_none() && fails {
        return Err(Problem::declined());
    }
    let (now, id) = (tx.now, tx.id("sub"));
    let months = objects::months_of(&order.price);
    let end = order.trial_end.unwrap_or_else(|| period_end(now, months, now));
    let mut made = objects::subscription(&id, &order.customer, now);
    made["items"]["data"] = json!([objects::item(tx, &id, &order.price, order.quantity, (now, end))]);
    made["default_payment_method"] = order.payment_method;
    made["metadata"] = order.metadata;
    made["description"] = order.description;
    if let Some(settings) = order.trial_settings {
        made["trial_settings"] = settings;
    }
    if let Some(trial_end) = order.trial_end {
        made["trial_start"] = json!(now);
        made["trial_end"] = json!(trial_end);
        made["billing_cycle_anchor"] = json!(trial_end);
    }
    let cents = if order.trial_end.is_some() { 0 } else { lifecycle::amount(&made) };
    made["status"] = json!(match (order.trial_end, fails) {
        (Some(_), _) => "trialing",
        (None, false) => "active",
        (None, true) => "incomplete",
    });
    let invoice = objects::invoice(tx, &made, cents, "subscription_create");
    made["latest_invoice"] = invoice["id"].clone();
    let made = tx.add(made);
    tx.emit("customer.subscription.created", &made);
    tx.emit("invoice.created", &invoice);
    let invoice = invoice["id"].as_str().unwrap_or_default();
    lifecycle::finalize(tx, invoice);
    lifecycle::charge(tx, invoice);
    Ok(made)
}
