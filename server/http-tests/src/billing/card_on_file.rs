//! A subscription on the card saved at Stripe: the response, and the rows after a refusal.

use axum::http::{HeaderValue, Method, StatusCode};
use chrono::TimeDelta;
use serde_json::{Value, json};
use stripe_standin::{Card, Failure};

use super::stripe_clinic::StripeClinic;
use crate::testing::{Answer, factories};

const METHOD: &str = "Card on file (Stripe)";
const NEW_CARD: &str = "New card entry (Stripe Checkout)";

/// A clinic with a customer at Stripe and a saved card.
async fn with_card() -> StripeClinic {
    let fixture = StripeClinic::new().await;
    fixture.checkout("plus", "monthly").await;
    let customer = fixture.stripe.objects("customer")[0]["id"].as_str().unwrap().to_owned();
    fixture.stripe.save_card(&customer, Card::Works).unwrap();
    fixture
}

/// Sends the form with an idempotency key, as the web app does, also when it repeats a request after a timeout.
async fn keyed(fixture: &StripeClinic, key: &str) -> Answer {
    let mut new = factories::subscription();
    new["sub_payment_method"] = json!(METHOD);
    let mut request = fixture.owner.request(Method::POST, "/api/subscriptions", Some(&new));
    request.headers_mut().insert("idempotency-key", HeaderValue::from_str(key).unwrap());
    fixture.owner.send(request).await
}

fn statuses(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|row| row["sub_status"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_card_of_a_checkout_is_on_file_afterwards() {
    let fixture = StripeClinic::new().await;
    fixture.subscribed("plus", Card::Works).await;
    let first = fixture.subscription()["id"].as_str().unwrap().to_owned();
    let card = fixture.subscription()["default_payment_method"].clone();
    assert!(card.is_string(), "a checkout keeps its card with the subscription");
    assert_eq!(fixture.stripe.objects("customer")[0]["invoice_settings"]["default_payment_method"], Value::Null);
    fixture.stripe.call("DELETE", &format!("subscriptions/{first}"), &json!({})).unwrap();
    fixture.settle().await;
    fixture.form(METHOD).await.expect(StatusCode::CREATED);
    let begun = fixture.stripe.objects("subscription");
    let second = begun.iter().find(|one| one["id"] != first.as_str()).unwrap();
    assert_eq!(second["default_payment_method"], card);
}

#[tokio::test]
async fn a_refused_charge_is_refused_again_when_the_request_is_repeated() {
    let fixture = with_card().await;
    fixture.stripe.fail("POST /v1/subscriptions", Failure::Status(402), None);
    // The same signed form is one row, however often it is sent.
    for key in ["k", "k", "l", "m", "n"] {
        keyed(&fixture, key).await.refused(StatusCode::CONFLICT, "card_refused");
    }
    assert_eq!(statuses(&fixture.list().await), ["Canceled"], "what was signed stays, and promises nothing");
    let history = "{}.subscription_status_history";
    assert_eq!(fixture.clinic.count(history).await, 2, "withdrawn once");
    fixture.stripe.clear_faults();
    let made = keyed(&fixture, "k").await.expect(StatusCode::CREATED);
    assert_eq!(made["sub_status"], "Trialing");
    assert_eq!(keyed(&fixture, "k").await.expect(StatusCode::CREATED), made);
    assert_eq!(fixture.stripe.objects("subscription").len(), 1);
    fixture.sync_all().await;
    assert_eq!(statuses(&fixture.list().await), ["Trialing"]);
    let list = fixture.list().await;
    assert_eq!((&list[0]["id"], &list[0]["is_at_stripe"]), (&made["id"], &json!(true)));
    // Each signed form has one audit row, although the response came in another transaction.
    let audited = "{}.audit where action = 'subscription.create' and outcome = 'done'";
    assert_eq!(fixture.clinic.count(audited).await, 6);
}

#[tokio::test]
async fn a_refused_charge_of_another_form_is_a_row_of_its_own() {
    let fixture = with_card().await;
    fixture.stripe.fail("POST /v1/subscriptions", Failure::Status(402), None);
    for (field, value) in [("sub_notes", json!("First")), ("sub_notes", json!("Second")), ("sub_plan", json!("pro"))] {
        let mut new = factories::subscription();
        new["sub_payment_method"] = json!(METHOD);
        new[field] = value;
        fixture.owner.post("/api/subscriptions", new).await.refused(StatusCode::CONFLICT, "card_refused");
    }
    assert_eq!(fixture.list().await.as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn while_stripe_is_down_nothing_is_confirmed_and_nothing_is_charged_twice() {
    let fixture = with_card().await;
    fixture.stripe.fail("POST /v1/subscriptions", Failure::Down, None);
    keyed(&fixture, "k").await.refused(StatusCode::BAD_GATEWAY, "checkout_failed");
    assert_eq!(statuses(&fixture.list().await), ["Canceled"]);
    fixture.stripe.clear_faults();
    // It is still unknown whether Stripe created the subscription.
    keyed(&fixture, "k").await.refused(StatusCode::CONFLICT, "in_progress");
    assert_eq!(fixture.list().await.as_array().unwrap().len(), 1, "a refusal before anything was asked leaves no row");
    fixture.clinic.clock().advance(TimeDelta::minutes(3));
    keyed(&fixture, "k").await.expect(StatusCode::CREATED);
    assert_eq!(fixture.stripe.objects("subscription").len(), 1);
}

#[tokio::test]
async fn a_subscription_whose_response_was_lost_is_found_by_the_next_sync() {
    let fixture = with_card().await;
    fixture.stripe.fail("POST /v1/subscriptions", Failure::AnswerLost, None);
    keyed(&fixture, "k").await.refused(StatusCode::BAD_GATEWAY, "checkout_failed");
    assert_eq!(fixture.stripe.objects("subscription").len(), 1, "it was made");
    fixture.stripe.clear_faults();
    fixture.sync_all().await;
    let row = fixture.only_row().await;
    assert_eq!((&row["sub_status"], &row["is_at_stripe"]), (&json!("Trialing"), &json!(true)));
    keyed(&fixture, "k").await.refused(StatusCode::CONFLICT, "already_subscribed");
    assert_eq!(fixture.list().await.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_refused_checkout_withdraws_its_subscription_row() {
    let fixture = StripeClinic::new().await;
    let row = fixture.form(NEW_CARD).await.expect(StatusCode::CREATED);
    fixture.checkout("plus", "monthly").await;
    fixture.pay(Card::Works);
    let wanted = json!({ "plan": "plus", "billing": "monthly", "subscription_id": row["id"] });
    let path = "/api/stripe/create-checkout-session";
    fixture.owner.post(path, wanted).await.refused(StatusCode::CONFLICT, "already_subscribed");
    assert_eq!(statuses(&fixture.list().await), ["Canceled"]);
    fixture.settle().await;
    assert_eq!(statuses(&fixture.list().await), ["Trialing", "Canceled"]);
}

#[tokio::test]
async fn a_checkout_during_a_charge_withdraws_its_subscription_row() {
    let fixture = with_card().await;
    let row = fixture.form(NEW_CARD).await.expect(StatusCode::CREATED);
    fixture.stripe.fail("POST /v1/subscriptions", Failure::Down, None);
    keyed(&fixture, "k").await.refused(StatusCode::BAD_GATEWAY, "checkout_failed");
    let wanted = json!({ "plan": "plus", "billing": "monthly", "subscription_id": row["id"] });
    fixture
        .owner
        .post("/api/stripe/create-checkout-session", wanted)
        .await
        .refused(StatusCode::CONFLICT, "in_progress");
    assert_eq!(statuses(&fixture.list().await), ["Canceled", "Canceled"]);
}

fn wanted(row: &Value) -> Value {
    json!({ "plan": "plus", "billing": "monthly", "subscription_id": row["id"] })
}

const CHECKOUT: &str = "/api/stripe/create-checkout-session";

#[tokio::test]
async fn a_checkout_that_fails_at_stripe_withdraws_its_row_and_a_payment_brings_it_back() {
    let fixture = StripeClinic::new().await;
    let row = fixture.form(NEW_CARD).await.expect(StatusCode::CREATED);
    fixture.stripe.fail("POST /v1/checkout/sessions", Failure::Down, None);
    for _ in 0..2 {
        fixture.owner.post(CHECKOUT, wanted(&row)).await.refused(StatusCode::BAD_GATEWAY, "checkout_failed");
        assert_eq!(statuses(&fixture.list().await), ["Canceled"]);
    }
    let history = fixture.owner.get(&format!("/api/subscriptions/{}/history", row["id"])).await.expect(StatusCode::OK);
    assert_eq!(history.as_array().unwrap().len(), 2, "withdrawn once: {history}");
    fixture.stripe.clear_faults();
    fixture.owner.post(CHECKOUT, wanted(&row)).await.expect(StatusCode::OK);
    fixture.pay(Card::Works);
    fixture.settle().await;
    let paid = fixture.only_row().await;
    assert_eq!((&paid["sub_status"], &paid["is_at_stripe"]), (&json!("Trialing"), &json!(true)));
}

#[tokio::test]
async fn a_page_that_expires_withdraws_its_row() {
    let mut fixture = StripeClinic::new().await;
    let row = fixture.form(NEW_CARD).await.expect(StatusCode::CREATED);
    fixture.owner.post(CHECKOUT, wanted(&row)).await.expect(StatusCode::OK);
    assert_eq!(statuses(&fixture.list().await), ["Trialing"], "it can still be paid");
    fixture.advance_days(2).await;
    fixture.owner.post("/api/stripe/refresh", json!({})).await.expect(StatusCode::OK);
    assert_eq!(statuses(&fixture.list().await), ["Canceled"]);
}

#[tokio::test]
async fn a_page_that_is_left_for_another_withdraws_its_row() {
    let fixture = StripeClinic::new().await;
    let row = fixture.form(NEW_CARD).await.expect(StatusCode::CREATED);
    fixture.owner.post(CHECKOUT, wanted(&row)).await.expect(StatusCode::OK);
    fixture.owner.post(CHECKOUT, wanted(&row)).await.expect(StatusCode::OK);
    assert_eq!(statuses(&fixture.list().await), ["Trialing"], "the same page again");
    fixture.checkout("pro", "annual").await;
    assert_eq!(statuses(&fixture.list().await), ["Canceled"]);
}

#[tokio::test]
async fn a_form_that_cannot_be_stored_releases_its_checkout() {
    let fixture = with_card().await;
    let planted = "alter table {}.subscription add constraint planted check (sub_notes <> 'Planted')";
    fixture.clinic.plant(planted).await;
    let mut new = factories::subscription();
    (new["sub_payment_method"], new["sub_notes"]) = (json!(METHOD), json!("Planted"));
    let failed = fixture.owner.post("/api/subscriptions", new).await;
    assert_eq!(failed.status, StatusCode::INTERNAL_SERVER_ERROR, "{}", failed.text);
    // The next form does not have to wait for two minutes.
    keyed(&fixture, "k").await.expect(StatusCode::CREATED);
}
