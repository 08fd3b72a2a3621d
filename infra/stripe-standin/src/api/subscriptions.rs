//! Subscriptions: made with a saved card, read, changed and canceled.

use serde_json::{Value, json};

use super::{call::Call, pages};
use crate::{
    begin::{Order, begin},
    calendar::period_end,
    card::Card,
    lifecycle, objects,
    problem::Problem,
    world::{Transaction, number, text},
};

pub fn create(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let customer_id = call.text("customer").unwrap_or_default();
    let customer = tx.find("customer", customer_id, "customer")?;
    let (price, quantity) = item(tx, call)?;
    let trial_end = match call.text("trial_end").unwrap_or_default() {
        "" | "now" => Order::trial_days(tx.now, pages::whole(&call.sent["trial_period_days"], 0)),
        _ => Some(pages::whole(&call.sent["trial_end"], 0)).filter(|end| *end > tx.now),
    };
    let method = match call.text("default_payment_method") {
        Some(id) => own_method(tx, id, customer_id)?,
        None => Value::Null,
    };
    let payer = if method.is_null() { customer["invoice_settings"]["default_payment_method"].clone() } else { method };
    if payer.is_null() && trial_end.is_none() {
        let message = "This customer has no attached payment source or default payment method. Please consider adding a default payment method.";
        return Err(Problem { code: Some("resource_missing"), ..Problem::refused(message) });
    }
    let refuse = call.text("payment_behavior") == Some("error_if_incomplete");
    let subscription = begin(
        tx,
        Order {
            customer: customer_id.to_owned(),
            price,
            quantity,
            trial_end,
            payment_method: payer,
            metadata: pages::merged(&json!({}), &call.sent["metadata"]),
            trial_settings: Some(call.sent["trial_settings"].clone()).filter(Value::is_object),
            description: call.sent["description"].clone(),
            must_pay: refuse,
        },
    )?;
    lifecycle::pass(tx);
    tx.find("subscription", text(&subscription, "id"), "id")
}

fn item(tx: &Transaction<'_>, call: &Call) -> Result<(Value, i64), Problem> {
    let items = call.sent["items"].as_array().map_or(&[] as &[Value], Vec::as_slice);
    let [item] = items else {
        return Err(Problem::refused("The stand-in keeps one price in a subscription: one entry in `items`."));
    };
    let price = tx.find("price", text(item, "price"), "items[0][price]")?;
    Ok((price, pages::whole(&item["quantity"], 1)))
}

fn own_method(tx: &Transaction<'_>, id: &str, customer: &str) -> Result<Value, Problem> {
    let method = tx.find("payment_method", id, "default_payment_method")?;
    if method["customer"] == customer {
        return Ok(json!(id));
    }
    let message = format!("The customer does not have a payment method with the ID {id}.");
    Err(Problem::invalid("resource_missing", message, "default_payment_method"))
}

pub fn list(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let status = call.text("status");
    let wanted = |sub: &&Value| {
        let ended = matches!(text(sub, "status"), "canceled" | "incomplete_expired");
        let by_status = match status {
            None => sub["status"] != "canceled",
            Some("all") => true,
            Some("ended") => ended,
            Some(status) => sub["status"] == status,
        };
        by_status
            && call.text("customer").is_none_or(|customer| sub["customer"] == customer)
            && call.text("price").is_none_or(|price| sub["items"]["data"][0]["price"]["id"] == price)
    };
    pages::page(tx.world.of_kind("subscription").filter(wanted), call, "/v1/subscriptions")
}

pub fn get(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    tx.find("subscription", call.id(), "id")
}

/// The subscription, as long as it has not ended.
pub fn running(tx: &Transaction<'_>, id: &str) -> Result<Value, Problem> {
    let held = tx.find("subscription", id, "id")?;
    if held["ended_at"].is_null() {
        return Ok(held);
    }
    Err(Problem::missing("subscription", id, "id"))
}

pub fn update(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let held = running(tx, call.id())?;
    let mut patch = pages::texts(call, &["description"]);
    pages::merge_metadata(call, &held, &mut patch);
    if let Some(id) = call.text("default_payment_method") {
        patch["default_payment_method"] = own_method(tx, id, text(&held, "customer"))?;
    }
    if let Some(ending) = call.text("cancel_at_period_end") {
        merge(&mut patch, ending_patch(&held, ending == "true", tx.now));
    }
    match call.text("cancel_at") {
        Some("") => merge(&mut patch, ending_patch(&held, false, tx.now)),
        Some(_) => {
            patch["cancel_at"] = json!(pages::whole(&call.sent["cancel_at"], tx.now).max(tx.now));
            patch["canceled_at"] = json!(tx.now);
        }
        None => {}
    }
    if let Some(comment) = call.sent["cancellation_details"].as_object() {
        let base = if patch["cancellation_details"].is_null() { &held } else { &patch };
        let mut details = base["cancellation_details"].clone();
        comment.iter().for_each(|(name, text)| details[name] = text.clone());
        patch["cancellation_details"] = details;
    }
    let rebill = change_price(tx, call, &held, &mut patch)?;
    let trial_over = change_trial(tx, call, &held, &mut patch);
    if patch.get("cancellation_details").is_some_and(Value::is_null) {
        patch.as_object_mut().map(|members| members.remove("cancellation_details"));
    }
    tx.change_and_emit(call.id(), &patch, "customer.subscription.updated");
    if rebill {
        bill_now(tx, call.id());
    }
    if trial_over {
        tx.emit("customer.subscription.trial_will_end", &held);
    }
    lifecycle::pass(tx);
    tx.find("subscription", call.id(), "id")
}

fn merge(patch: &mut Value, more: Value) {
    if let (Some(patch), Value::Object(more)) = (patch.as_object_mut(), more) {
        patch.extend(more);
    }
}

/// Cancels at the period's end, or no longer does.
pub fn ending_patch(held: &Value, ending: bool, now: i64) -> Value {
    let end = &held["items"]["data"][0]["current_period_end"];
    let reason = ending.then_some("cancellation_requested");
    json!({
        "cancel_at_period_end": ending, "cancel_at": ending.then_some(end), "canceled_at": ending.then_some(now),
        "cancellation_details": {"comment": null, "feedback": null, "reason": reason},
    })
}

/// Another price or quantity. Another interval starts a new period at once; nothing is prorated.
fn change_price(tx: &Transaction<'_>, call: &Call, held: &Value, patch: &mut Value) -> Result<bool, Problem> {
    let Some(sent) = call.sent["items"].get(0) else { return Ok(false) };
    let mut items = held["items"].clone();
    let item = &mut items["data"][0];
    if sent["id"].as_str().is_none_or(|id| item["id"] != id) {
        let message = "The stand-in keeps one price in a subscription: name its item with `items[0][id]`.";
        return Err(Problem::invalid("parameter_invalid", message, "items[0][id]"));
    }
    item["quantity"] = json!(pages::whole(&sent["quantity"], number(item, "quantity")));
    let mut rebill = false;
    if let Some(id) = sent["price"].as_str() {
        let price = tx.find("price", id, "items[0][price]")?;
        rebill = objects::months_of(&price) != objects::months_of(&item["price"]) && held["status"] == "active";
        item["plan"] = objects::plan(&price);
        item["price"] = price;
    }
    if rebill {
        item["current_period_start"] = json!(tx.now);
        item["current_period_end"] = json!(period_end(tx.now, objects::months_of(&item["price"]), tx.now));
        patch["billing_cycle_anchor"] = json!(tx.now);
    }
    patch["items"] = items;
    Ok(rebill)
}

/// A trial that ends earlier or later than agreed. Ended now, it is charged like any period.
fn change_trial(tx: &Transaction<'_>, call: &Call, held: &Value, patch: &mut Value) -> bool {
    let Some(sent) = call.text("trial_end").filter(|_| held["status"] == "trialing") else { return false };
    let end = if sent == "now" { tx.now } else { pages::whole(&call.sent["trial_end"], tx.now).max(tx.now) };
    let mut items = patch.get("items").unwrap_or(&held["items"]).clone();
    items["data"][0]["current_period_end"] = json!(end);
    patch["items"] = items;
    patch["trial_end"] = json!(end);
    patch["billing_cycle_anchor"] = json!(end);
    patch["_warned"] = json!(end == tx.now);
    end == tx.now
}

fn bill_now(tx: &mut Transaction<'_>, id: &str) {
    let Some(held) = tx.world.get(id).cloned() else { return };
    let invoice = objects::invoice(tx, &held, lifecycle::amount(&held), "subscription_update");
    tx.change(id, &json!({"latest_invoice": invoice["id"]}));
    tx.emit("invoice.created", &invoice);
    lifecycle::finalize(tx, text(&invoice, "id"));
    lifecycle::charge(tx, text(&invoice, "id"));
}

pub fn cancel(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    running(tx, call.id())?;
    cancel_now(tx, call.id(), &call.sent["cancellation_details"]);
    tx.find("subscription", call.id(), "id")
}

pub fn cancel_now(tx: &mut Transaction<'_>, id: &str, details_sent: &Value) {
    let now = tx.now;
    let details = json!({"comment": details_sent["comment"], "feedback": details_sent["feedback"], "reason": "cancellation_requested"});
    let patch = json!({"status": "canceled", "canceled_at": now, "ended_at": now, "cancellation_details": details});
    lifecycle::end(tx, id, &patch);
}

/// Another card for a subscription, as the portal saves it.
pub fn change_card(tx: &mut Transaction<'_>, id: &str, card: Card) -> Result<(), Problem> {
    let held = running(tx, id)?;
    let method = objects::payment_method(tx, text(&held, "customer"), card);
    tx.change_and_emit(id, &json!({"default_payment_method": method["id"]}), "customer.subscription.updated");
    Ok(())
}
