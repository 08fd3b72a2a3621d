//! Checkout sessions in subscription mode. The page that completes them is in `pages`.

use serde_json::{Value, json};

use super::{call::Call, pages};
use crate::{
    begin::{Order, begin},
    calendar::DAY,
    card::Card,
    lifecycle, objects,
    problem::Problem,
    world::{Transaction, number, text},
};

fn missing(param: &str) -> Problem {
    Problem::invalid("parameter_missing", format!("Missing required param: {param}."), param)
}

pub fn create(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    for param in ["mode", "line_items", "success_url"] {
        if call.sent[param].is_null() {
            return Err(missing(param));
        }
    }
    let price = ordered_price(tx, call)?;
    let (customer, email) = (call.text("customer"), call.text("customer_email"));
    if customer.is_some() && email.is_some() {
        return Err(Problem::refused("You may only specify one of these parameters: customer, customer_email."));
    }
    let buyer = customer.map(|id| tx.find("customer", id, "customer")).transpose()?;
    let (now, id) = (tx.now, tx.id("cs_test_a1"));
    let mut session = objects::checkout_session(&id, now);
    set_terms(call, &mut session, now)?;
    let order = &call.sent["subscription_data"];
    let trial_days = pages::whole(&order["trial_period_days"], 0);
    let trial_end = pages::whole(&order["trial_end"], 0);
    if trial_end > 0 && (trial_days > 0 || trial_end < now + 2 * DAY) {
        let message =
            "The `trial_end` date has to be at least 2 days in the future, and not beside `trial_period_days`.";
        return Err(Problem::invalid("parameter_invalid_integer", message, "subscription_data[trial_end]"));
    }
    session["customer"] = json!(customer);
    session["customer_email"] = json!(email);
    session["customer_details"] = json!({
        "address": null, "business_name": null, "email": buyer.as_ref().map_or(json!(email), |buyer| buyer["email"].clone()),
        "individual_name": null, "name": buyer.map(|buyer| buyer["name"].clone()), "phone": null, "tax_exempt": "none", "tax_ids": null,
    });
    session["url"] = json!(format!("{}/c/pay/{id}", tx.base));
    session["_price"] = price["id"].clone();
    session["_quantity"] = json!(pages::whole(&call.sent["line_items"][0]["quantity"], 1));
    session["_trial_days"] = json!(trial_days);
    session["_trial_end"] = json!((trial_end > 0).then_some(trial_end));
    session["_metadata"] = pages::merged(&json!({}), &order["metadata"]);
    session["_trial_settings"] = order["trial_settings"].clone();
    session["_description"] = order["description"].clone();
    let trial = trial_days > 0 || trial_end > 0;
    let cents = if trial { 0 } else { number(&price, "unit_amount") * number(&session, "_quantity") };
    session["amount_subtotal"] = json!(cents);
    session["amount_total"] = json!(cents);
    Ok(tx.add(session))
}

fn ordered_price(tx: &Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let items = call.sent["line_items"].as_array().map_or(&[] as &[Value], Vec::as_slice);
    let [item] = items else {
        return Err(Problem::refused("The stand-in sells one price at a time: one entry in `line_items`."));
    };
    let id = item["price"].as_str().ok_or_else(|| missing("line_items[0][price]"))?;
    let price = tx.find("price", id, "line_items[0][price]")?;
    if pages::whole(&item["quantity"], 0) < 1 {
        let message = "Quantity is required. Add `quantity` to `line_items[0]`";
        return Err(Problem::invalid("parameter_missing", message, "line_items[0][quantity]"));
    }
    if price["active"] != true {
        let message = "The price specified is inactive. This field only accepts active prices.";
        return Err(Problem::invalid("price_inactive", message, "line_items[0][price]"));
    }
    Ok(price)
}

fn set_terms(call: &Call, session: &mut Value, now: i64) -> Result<(), Problem> {
    for name in [
        "billing_address_collection",
        "cancel_url",
        "client_reference_id",
        "locale",
        "payment_method_collection",
        "success_url",
    ] {
        if let Some(text) = call.text(name) {
            session[name] = json!(text);
        }
    }
    session["metadata"] = pages::merged(&json!({}), &call.sent["metadata"]);
    if let Some(allow) = call.text("allow_promotion_codes") {
        session["allow_promotion_codes"] = json!(allow == "true");
    }
    if let Some(terms) = call.sent["consent_collection"]["terms_of_service"].as_str() {
        session["consent_collection"] =
            json!({"payment_method_reuse_agreement": null, "promotions": null, "terms_of_service": terms});
    }
    if let Some(texts) = call.sent["custom_text"].as_object() {
        for (name, custom) in texts {
            session["custom_text"][name] = custom.clone();
        }
    }
    let expires = pages::whole(&call.sent["expires_at"], now + DAY);
    if !(now + 30 * 60 - 5..=now + DAY + 5).contains(&expires) {
        let message =
            "The `expires_at` timestamp must be between 30 minutes and 24 hours after the session's creation.";
        return Err(Problem::invalid("parameter_invalid_integer", message, "expires_at"));
    }
    session["expires_at"] = json!(expires);
    Ok(())
}

pub fn list(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let wanted = |session: &&Value| {
        ["customer", "subscription", "status"].iter().all(|name| call.text(name).is_none_or(|it| session[*name] == it))
    };
    pages::page(tx.world.of_kind("checkout.session").filter(wanted), call, "/v1/checkout/sessions")
}

pub fn get(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    tx.find("checkout.session", call.id(), "session")
}

pub fn expire(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let session = tx.find("checkout.session", call.id(), "session")?;
    if session["status"] != "open" {
        let message = format!(
            "Only Checkout Sessions with a status in [\"open\"] can be expired. This Checkout Session has a status of {}.",
            text(&session, "status")
        );
        return Err(Problem::refused(message));
    }
    let (expired, _) = tx.change(call.id(), &json!({"status": "expired", "url": null}));
    tx.emit("checkout.session.expired", &expired);
    Ok(expired)
}

/// What the hosted page does when the person agrees.
pub fn complete(tx: &mut Transaction<'_>, id: &str, card: Card) -> Result<Value, Problem> {
    let session = tx.find("checkout.session", id, "session")?;
    if session["status"] != "open" {
        return Err(Problem { status: 409, ..Problem::refused("This page has been used already.") });
    }
    let price = tx.find("price", text(&session, "_price"), "price")?;
    let trial_end =
        session["_trial_end"].as_i64().or_else(|| Order::trial_days(tx.now, number(&session, "_trial_days")));
    if trial_end.is_none() && card == Card::Fails {
        return Err(Problem::declined());
    }
    let customer = buyer(tx, &session);
    let method = objects::payment_method(tx, &customer, card);
    let subscription = begin(
        tx,
        Order {
            customer: customer.clone(),
            quantity: number(&session, "_quantity"),
            price,
            trial_end,
            payment_method: method["id"].clone(),
            metadata: session["_metadata"].clone(),
            trial_settings: Some(session["_trial_settings"].clone()).filter(Value::is_object),
            description: session["_description"].clone(),
            must_pay: true,
        },
    )?;
    let consent = session["consent_collection"]["terms_of_service"] == "required";
    let patch = json!({
        "status": "complete", "payment_status": if trial_end.is_some() { "no_payment_required" } else { "paid" },
        "subscription": subscription["id"], "invoice": subscription["latest_invoice"], "customer": customer, "url": null,
        "consent": consent.then(|| json!({"promotions": null, "terms_of_service": "accepted"})),
    });
    let (session, _) = tx.change(id, &patch);
    tx.emit("checkout.session.completed", &session);
    lifecycle::pass(tx);
    Ok(session)
}

fn buyer(tx: &mut Transaction<'_>, session: &Value) -> String {
    if let Some(customer) = session["customer"].as_str() {
        return customer.to_owned();
    }
    let made = objects::customer(tx);
    let id = text(&made, "id").to_owned();
    let (made, _) = tx.change(&id, &json!({"email": session["customer_email"]}));
    tx.emit("customer.created", &made);
    id
}
