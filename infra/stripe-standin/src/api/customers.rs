//! Customers: created before checkout, and deleted with everything they pay for.

use serde_json::{Value, json};

use super::{call::Call, pages};
use crate::{
    lifecycle, objects,
    problem::Problem,
    world::{Transaction, text},
};

pub fn create(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let patch = patch(tx, call, &json!({}), None)?;
    let made = objects::customer(tx);
    let (made, _) = tx.change(text(&made, "id"), &patch);
    tx.emit("customer.created", &made);
    Ok(made)
}

pub fn list(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let wanted = |customer: &&Value| {
        customer["deleted"] != true && call.text("email").is_none_or(|email| customer["email"] == email)
    };
    pages::page(tx.world.of_kind("customer").filter(wanted), call, "/v1/customers")
}

/// A deleted customer is answered as its stub, as Stripe does.
pub fn get(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let held = tx.world.get(call.id()).filter(|held| held["object"] == "customer");
    match held {
        Some(held) if held["deleted"] == true => Ok(stub(call.id())),
        Some(held) => Ok(held.clone()),
        None => Err(Problem::missing("customer", call.id(), "id")),
    }
}

pub fn update(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let held = tx.find("customer", call.id(), "id")?;
    let patch = patch(tx, call, &held, Some(call.id()))?;
    Ok(tx.change_and_emit(call.id(), &patch, "customer.updated"))
}

fn patch(tx: &Transaction<'_>, call: &Call, held: &Value, id: Option<&str>) -> Result<Value, Problem> {
    let mut patch = pages::texts(call, &["description", "email", "name", "phone"]);
    pages::merge_metadata(call, held, &mut patch);
    if let Some(method) = call.sent["invoice_settings"]["default_payment_method"].as_str() {
        let param = "invoice_settings[default_payment_method]";
        let found = tx.find("payment_method", method, param)?;
        if id.is_none_or(|id| found["customer"] != id) {
            let message = "The customer does not have a payment method with that id.";
            return Err(Problem::invalid("resource_missing", message, param));
        }
        let mut settings = held["invoice_settings"].clone();
        settings["default_payment_method"] = json!(method);
        patch["invoice_settings"] = settings;
    }
    Ok(patch)
}

/// Ends what the customer pays for, now.
pub fn delete(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let id = call.id();
    let held = tx.find("customer", id, "id")?;
    let now = tx.now;
    let running = |sub: &&Value| sub["customer"] == id && sub["ended_at"].is_null();
    let subscriptions: Vec<String> =
        tx.world.of_kind("subscription").filter(running).map(|sub| text(sub, "id").to_owned()).collect();
    for subscription in subscriptions {
        lifecycle::end(tx, &subscription, &json!({"status": "canceled", "canceled_at": now, "ended_at": now}));
    }
    tx.emit("customer.deleted", &held);
    tx.change(id, &json!({"deleted": true}));
    Ok(stub(id))
}

fn stub(id: &str) -> Value {
    json!({"id": id, "object": "customer", "deleted": true})
}
