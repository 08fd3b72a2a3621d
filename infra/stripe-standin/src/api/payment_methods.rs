//! Saved cards. None has a number; Stripe's own test names attach one.

use serde_json::{Value, json};

use super::{call::Call, pages};
use crate::{card::Card, objects, problem::Problem, world::Transaction};

pub fn list_of(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    tx.find("customer", call.id(), "customer")?;
    let url = format!("/v1/customers/{}/payment_methods", call.id());
    let theirs = tx.world.of_kind("payment_method").filter(|method| method["customer"] == call.id());
    pages::page(theirs, call, &url)
}

pub fn list(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let customer = call.text("customer").unwrap_or_default();
    tx.find("customer", customer, "customer")?;
    let theirs = tx.world.of_kind("payment_method").filter(|method| method["customer"] == customer);
    pages::page(theirs, call, "/v1/payment_methods")
}

pub fn get(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    tx.find("payment_method", call.id(), "payment_method")
}

/// `pm_card_visa` works, `pm_card_chargeCustomerFail` can be saved but fails; a saved card cannot be attached
/// to another customer.
pub fn attach(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let customer = call.text("customer").unwrap_or_default();
    tx.find("customer", customer, "customer")?;
    match call.id() {
        "pm_card_visa" => Ok(objects::payment_method(tx, customer, Card::Works)),
        "pm_card_chargeCustomerFail" => Ok(objects::payment_method(tx, customer, Card::Fails)),
        id => {
            let held = tx.find("payment_method", id, "payment_method")?;
            if held["customer"] == json!(customer) {
                return Ok(held);
            }
            Err(Problem::refused("The payment method you provided has already been attached to a customer."))
        }
    }
}
