//! Tests of the stand-in through its public interface.

mod answers;
mod deliveries;
mod lifecycle;

use serde_json::json;

use crate::{Card, Settings, Standin};

pub(crate) async fn standin() -> Standin {
    Standin::start(Settings { catalog: true, ..Settings::default() }).await.unwrap()
}

pub(crate) fn price(stripe: &Standin, key: &str) -> String {
    let prices = stripe.call("GET", "prices", &json!({"lookup_keys": [key]})).unwrap();
    prices["data"][0]["id"].as_str().unwrap().to_owned()
}

pub(crate) fn customer(stripe: &Standin) -> String {
    let made = stripe.call("POST", "customers", &json!({"email": "owner@clinic.example"})).unwrap();
    made["id"].as_str().unwrap().to_owned()
}

/// A session for `key` with a trial of so many days.
pub(crate) fn session(stripe: &Standin, customer: &str, key: &str, trial: &str) -> String {
    let sent = json!({
        "mode": "subscription", "customer": customer, "success_url": "http://localhost/ok?id={CHECKOUT_SESSION_ID}",
        "cancel_url": "http://localhost/back", "line_items": [{"price": price(stripe, key), "quantity": "1"}],
        "subscription_data": {"trial_period_days": trial, "metadata": {"clinic": "7"}},
    });
    stripe.call("POST", "checkout/sessions", &sent).unwrap()["id"].as_str().unwrap().to_owned()
}

/// Subscribes with a trial of 14 days and answers the subscription's id.
pub(crate) fn subscribe(stripe: &Standin, card: Card) -> String {
    let customer = customer(stripe);
    let session = stripe.pay(&session(stripe, &customer, "celadon_plus_monthly", "14"), card).unwrap();
    session["subscription"].as_str().unwrap().to_owned()
}
