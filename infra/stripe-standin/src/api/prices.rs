//! Products and their recurring prices, found again by lookup key.

use serde_json::{Value, json};

use super::{call::Call, pages};
use crate::{
    objects,
    problem::Problem,
    world::{Transaction, text},
};

pub fn create_product(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let mut patch = pages::texts(call, &["description", "id", "statement_descriptor", "unit_label"]);
    if let Some(taken) = call.text("id").filter(|id| tx.world.get(id).is_some()) {
        return Err(Problem::invalid("resource_already_exists", format!("Product already exists: {taken}"), "id"));
    }
    patch["active"] = json!(call.text("active") != Some("false"));
    patch["metadata"] = pages::merged(&json!({}), &call.sent["metadata"]);
    let made = objects::product(tx, call.text("name").unwrap_or_default());
    let (made, _) = tx.change(text(&made, "id"), &patch);
    Ok(made)
}

pub fn list_products(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let ids = call.sent["ids"].as_array();
    let wanted = |product: &&Value| {
        ids.is_none_or(|ids| ids.contains(&product["id"]))
            && call.text("active").is_none_or(|active| product["active"] == (active == "true"))
    };
    pages::page(tx.world.of_kind("product").filter(wanted), call, "/v1/products")
}

pub fn get_product(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    tx.find("product", call.id(), "id")
}

pub fn create(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let key = call.text("lookup_key").filter(|key| !key.is_empty()).map(str::to_owned);
    free_lookup_key(tx, call, key.as_deref())?;
    let product = match (call.text("product"), call.sent["product_data"]["name"].as_str()) {
        (Some(id), None) => tx.find("product", id, "product")?,
        (None, Some(name)) => objects::product(tx, name),
        _ => {
            let message = "You must specify either `product` or `product_data` when creating a price.";
            return Err(Problem::invalid("parameter_missing", message, "product"));
        }
    };
    let cents = pages::whole(&call.sent["unit_amount"], 0);
    let recurring = &call.sent["recurring"];
    let made = objects::price(tx, &product, cents, text(recurring, "interval"), key.as_deref());
    let mut patch = pages::texts(call, &["nickname", "tax_behavior"]);
    patch["active"] = json!(call.text("active") != Some("false"));
    patch["metadata"] = pages::merged(&json!({}), &call.sent["metadata"]);
    patch["recurring"] = made["recurring"].clone();
    patch["recurring"]["interval_count"] = json!(pages::whole(&recurring["interval_count"], 1));
    let (made, _) = tx.change(text(&made, "id"), &patch);
    Ok(made)
}

/// A lookup key belongs to one price; `transfer_lookup_key` takes it from the other.
fn free_lookup_key(tx: &mut Transaction<'_>, call: &Call, key: Option<&str>) -> Result<(), Problem> {
    let Some(key) = key else { return Ok(()) };
    let holder = tx.world.of_kind("price").find(|price| price["lookup_key"] == key && price["id"] != call.id());
    let Some(holder) = holder.map(|price| text(price, "id").to_owned()) else { return Ok(()) };
    if call.text("transfer_lookup_key") != Some("true") {
        let message = format!("A price (`{holder}`) already uses that lookup key.");
        return Err(Problem::invalid("resource_already_exists", message, "lookup_key"));
    }
    tx.change_and_emit(&holder, &json!({"lookup_key": null}), "price.updated");
    Ok(())
}

pub fn update(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let held = tx.find("price", call.id(), "price")?;
    free_lookup_key(tx, call, call.text("lookup_key").filter(|key| !key.is_empty()))?;
    let mut patch = pages::texts(call, &["lookup_key", "nickname"]);
    pages::merge_metadata(call, &held, &mut patch);
    if let Some(active) = call.text("active") {
        patch["active"] = json!(active == "true");
    }
    Ok(tx.change_and_emit(call.id(), &patch, "price.updated"))
}

pub fn list(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let keys = call.sent["lookup_keys"].as_array();
    let wanted = |price: &&Value| {
        keys.is_none_or(|keys| keys.contains(&price["lookup_key"]))
            && call.text("active").is_none_or(|active| price["active"] == (active == "true"))
            && call.text("product").is_none_or(|product| price["product"] == product)
            && call.text("currency").is_none_or(|currency| price["currency"] == currency)
            && call.text("type").is_none_or(|kind| price["type"] == kind)
    };
    pages::page(tx.world.of_kind("price").filter(wanted), call, "/v1/prices")
}

pub fn get(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    tx.find("price", call.id(), "price")
}
