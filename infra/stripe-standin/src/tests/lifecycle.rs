//! Subscriptions over time, by the stand-in's clock.

use serde_json::{Value, json};

use super::{customer, price, session, standin, subscribe};
use crate::{Card, Standin};

fn subscription(stripe: &Standin, id: &str) -> Value {
    stripe.call("GET", &format!("subscriptions/{id}"), &json!({})).unwrap()
}

fn status(stripe: &Standin, id: &str) -> String {
    subscription(stripe, id)["status"].as_str().unwrap().to_owned()
}

/// The kinds of the events since the last `seen` ones.
fn since(stripe: &Standin, seen: usize) -> Vec<String> {
    stripe.event_kinds().split_off(seen)
}

#[tokio::test]
async fn a_trial_is_announced_three_days_before_its_end_and_becomes_active_when_paid() {
    let stripe = standin().await;
    let before = stripe.event_kinds().len() + 1;
    let id = subscribe(&stripe, Card::Works);
    assert_eq!(
        since(&stripe, before),
        [
            "payment_method.attached",
            "customer.subscription.created",
            "invoice.created",
            "invoice.finalized",
            "invoice.paid",
            "invoice.payment_succeeded",
            "checkout.session.completed",
        ]
    );
    let made = subscription(&stripe, &id);
    assert_eq!((&made["status"], &made["metadata"]["clinic"]), (&json!("trialing"), &json!("7")));
    let trial_end = made["trial_end"].as_i64().unwrap();
    assert_eq!(trial_end - made["trial_start"].as_i64().unwrap(), 14 * 86_400);

    let seen = stripe.event_kinds().len();
    stripe.advance_days(11);
    assert_eq!(since(&stripe, seen), ["customer.subscription.trial_will_end"]);
    assert_eq!(status(&stripe, &id), "trialing");

    stripe.advance_days(4);
    assert_eq!(
        since(&stripe, seen + 1),
        [
            "invoice.created",
            "customer.subscription.updated",
            "invoice.finalized",
            "invoice.paid",
            "invoice.payment_succeeded",
        ]
    );
    let active = subscription(&stripe, &id);
    assert_eq!(active["status"], "active");
    assert_eq!(active["items"]["data"][0]["current_period_start"], json!(trial_end));
    let paid = stripe.objects("invoice").pop().unwrap();
    assert_eq!((&paid["amount_paid"], &paid["status"]), (&json!(9_900), &json!("paid")));
    let updated =
        stripe.objects("event").into_iter().rfind(|it| it["type"] == "customer.subscription.updated").unwrap();
    assert_eq!(updated["data"]["previous_attributes"]["status"], "trialing");
    assert_eq!(updated["created"], json!(trial_end));
}

#[tokio::test]
async fn a_card_that_starts_to_fail_leads_to_past_due_and_cancels_after_two_weeks() {
    let stripe = standin().await;
    let id = subscribe(&stripe, Card::Fails);
    stripe.advance_days(15);
    assert_eq!(status(&stripe, &id), "past_due");
    let seen = stripe.event_kinds().len();
    stripe.advance_days(12);
    assert_eq!(status(&stripe, &id), "past_due");
    assert_eq!(since(&stripe, seen), ["invoice.payment_failed", "invoice.payment_failed"]);
    stripe.advance_days(2);
    assert_eq!(status(&stripe, &id), "canceled");
    assert_eq!(since(&stripe, seen + 2), ["invoice.payment_failed", "customer.subscription.deleted"]);
    assert_eq!(subscription(&stripe, &id)["cancellation_details"]["reason"], "payment_failed");
    let seen = stripe.event_kinds().len();
    stripe.advance_days(400);
    assert_eq!(since(&stripe, seen), Vec::<String>::new());
}

#[tokio::test]
async fn a_new_card_pays_the_past_due_invoice_at_the_next_retry() {
    let stripe = standin().await;
    let id = subscribe(&stripe, Card::Fails);
    stripe.advance_days(15);
    stripe.change_card(&id, Card::Works).unwrap();
    assert_eq!(status(&stripe, &id), "past_due");
    stripe.advance_days(3);
    assert_eq!(status(&stripe, &id), "active");
}

#[tokio::test]
async fn periods_are_counted_from_the_anchor_and_all_of_them_are_charged() {
    let stripe = standin().await;
    let id = subscribe(&stripe, Card::Works);
    let anchor = subscription(&stripe, &id)["billing_cycle_anchor"].as_i64().unwrap();
    stripe.advance_days(14 + 95);
    let paid = stripe.objects("invoice").iter().filter(|invoice| invoice["amount_paid"] == 9_900).count();
    assert_eq!(paid, 4);
    let end = subscription(&stripe, &id)["items"]["data"][0]["current_period_end"].as_i64().unwrap();
    assert!(end > stripe.now() && end < stripe.now() + 31 * 86_400);
    assert_eq!((end - anchor) % 86_400, 0);
}

#[tokio::test]
async fn a_subscription_canceled_at_period_end_runs_until_then_and_can_be_resumed() {
    let stripe = standin().await;
    let id = subscribe(&stripe, Card::Works);
    let path = format!("subscriptions/{id}");
    let ending = stripe.call("POST", &path, &json!({"cancel_at_period_end": "true"})).unwrap();
    assert_eq!(ending["cancel_at"], ending["trial_end"]);
    let resumed = stripe.call("POST", &path, &json!({"cancel_at_period_end": "false"})).unwrap();
    assert_eq!((&resumed["cancel_at"], &resumed["canceled_at"]), (&Value::Null, &Value::Null));
    stripe.call("POST", &path, &json!({"cancel_at_period_end": "true"})).unwrap();
    stripe.advance_days(13);
    assert_eq!(status(&stripe, &id), "trialing");
    stripe.advance_days(2);
    let ended = subscription(&stripe, &id);
    assert_eq!((&ended["status"], &ended["ended_at"]), (&json!("canceled"), &ended["cancel_at"]));
    assert_eq!(stripe.event_kinds().pop().unwrap(), "customer.subscription.deleted");
    let again = stripe.call("POST", &path, &json!({"cancel_at_period_end": "false"})).unwrap_err();
    assert_eq!(again.code, Some("resource_missing"));
}

#[tokio::test]
async fn deleting_a_customer_cancels_its_subscriptions() {
    let stripe = standin().await;
    let id = subscribe(&stripe, Card::Works);
    let customer = subscription(&stripe, &id)["customer"].as_str().unwrap().to_owned();
    let seen = stripe.event_kinds().len();
    stripe.call("DELETE", &format!("customers/{customer}"), &json!({})).unwrap();
    assert_eq!(since(&stripe, seen), ["customer.subscription.deleted", "customer.deleted"]);
    assert_eq!(status(&stripe, &id), "canceled");
    let stub = stripe.call("GET", &format!("customers/{customer}"), &json!({})).unwrap();
    assert_eq!(stub, json!({"id": customer, "object": "customer", "deleted": true}));
}

#[tokio::test]
async fn a_session_is_used_once_and_expires_after_a_day() {
    let stripe = standin().await;
    let customer = customer(&stripe);
    let used = session(&stripe, &customer, "celadon_basic_annual", "14");
    stripe.pay(&used, Card::Works).unwrap();
    assert_eq!(stripe.pay(&used, Card::Works).unwrap_err().status, 409);
    let late = session(&stripe, &customer, "celadon_basic_annual", "14");
    stripe.advance_days(1);
    assert_eq!(stripe.object(&late).unwrap()["status"], "expired");
    assert_eq!(stripe.event_kinds().pop().unwrap(), "checkout.session.expired");
    assert!(stripe.pay(&late, Card::Works).is_err());
    assert_eq!(stripe.objects("subscription").len(), 1);
}

#[tokio::test]
async fn without_a_trial_the_first_charge_decides() {
    let stripe = standin().await;
    let customer = customer(&stripe);
    let open = session(&stripe, &customer, "celadon_pro_monthly", "0");
    let declined = stripe.pay(&open, Card::Fails).unwrap_err();
    assert_eq!((declined.status, declined.code), (402, Some("card_declined")));
    assert_eq!(stripe.objects("subscription"), Vec::<Value>::new());
    let paid = stripe.pay(&open, Card::Works).unwrap();
    assert_eq!(paid["payment_status"], "paid");
    assert_eq!(status(&stripe, paid["subscription"].as_str().unwrap()), "active");
}

#[tokio::test]
async fn a_saved_card_subscribes_without_checkout_and_an_unpaid_start_expires_after_a_day() {
    let stripe = standin().await;
    let buyer = customer(&stripe);
    let order = json!({"customer": buyer, "items": [{"price": price(&stripe, "celadon_plus_monthly")}]});
    let refusal = stripe.call("POST", "subscriptions", &order).unwrap_err();
    assert_eq!(refusal.code, Some("resource_missing"));
    stripe.save_card(&buyer, Card::Works).unwrap();
    assert_eq!(stripe.call("POST", "subscriptions", &order).unwrap()["status"], "active");

    stripe.save_card(&buyer, Card::Fails).unwrap();
    let waiting = stripe.call("POST", "subscriptions", &order).unwrap();
    assert_eq!(waiting["status"], "incomplete");
    stripe.advance_days(1);
    assert_eq!(status(&stripe, waiting["id"].as_str().unwrap()), "incomplete_expired");
    let mut strict = order.clone();
    strict["payment_behavior"] = json!("error_if_incomplete");
    let before = stripe.objects("subscription").len();
    assert_eq!(stripe.call("POST", "subscriptions", &strict).unwrap_err().code, Some("card_declined"));
    assert_eq!(stripe.objects("subscription").len(), before);
}
