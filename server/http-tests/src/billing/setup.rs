//! `celadon stripe-setup`, tried at the stand-in.

use axum::http::StatusCode;
use serde_json::{Value, json};
use stripe_standin::{Card, Chaos, Settings, Standin};

use super::{
    inbox::{SECRET, send, server_with},
    stripe_clinic::StripeClinic,
};
use config::stripe_keys::StripeKeys;
use practice::billing::{envelope::SUBSCRIBED_EVENTS, set_up};

const URL: &str = "https://clinics.example.com/api/stripe/webhook";

async fn empty() -> (Standin, StripeKeys) {
    let stripe = Standin::start(Settings::default()).await.unwrap();
    stripe.set_chaos(Chaos { hold: true, ..Chaos::default() });
    let keys = StripeKeys::read(Some(stripe.secret_key()), Some(SECRET), Some(stripe.url())).unwrap().unwrap();
    (stripe, keys)
}

fn made(lines: &[Value]) -> Vec<bool> {
    lines.iter().map(|line| line["made"].as_bool().unwrap()).collect()
}

#[tokio::test]
async fn setup_creates_six_prices_and_a_webhook_and_a_second_run_changes_nothing() {
    let (stripe, keys) = empty().await;
    let first = set_up(&keys, Some(URL)).await.unwrap();
    assert_eq!(made(&first), [true; 7]);
    let webhook = &first[6];
    assert_eq!(webhook["webhook"], URL);
    assert!(webhook["secret"].as_str().unwrap().starts_with("whsec_"));
    let endpoints = stripe.objects("webhook_endpoint");
    assert_eq!(endpoints.len(), 1);
    assert_eq!((&endpoints[0]["url"], &endpoints[0]["enabled_events"]), (&json!(URL), &json!(SUBSCRIBED_EVENTS)));
    assert_eq!(endpoints[0]["api_version"], stripe_standin::API_VERSION);
    let mut listed: Vec<_> = stripe
        .objects("price")
        .iter()
        .map(|price| (price["lookup_key"].as_str().unwrap().to_owned(), price["unit_amount"].as_i64().unwrap()))
        .collect();
    listed.sort();
    let prices = [
        ("celadon_basic_annual", 46_800),
        ("celadon_basic_monthly", 4_900),
        ("celadon_plus_annual", 94_800),
        ("celadon_plus_monthly", 9_900),
        ("celadon_pro_annual", 144_000),
        ("celadon_pro_monthly", 15_000),
    ];
    assert_eq!(listed, prices.map(|(key, cents)| (key.to_owned(), cents)));

    let second = set_up(&keys, Some(URL)).await.unwrap();
    assert_eq!(made(&second), [false; 7]);
    assert_eq!(second[6]["secret"], Value::Null, "it is told once");
    assert_eq!(second[6]["id"], webhook["id"]);
    let counted = |kind| stripe.objects(kind).len();
    assert_eq!((counted("product"), counted("price"), counted("webhook_endpoint")), (3, 6, 1));
    let other = set_up(&keys, Some("https://other.example.com/api/stripe/webhook")).await.unwrap();
    assert_eq!(made(&other), [false, false, false, false, false, false, true]);
}

#[tokio::test]
async fn a_changed_price_hands_its_lookup_key_to_a_new_price() {
    let (stripe, keys) = empty().await;
    set_up(&keys, None).await.unwrap();
    let key = "celadon_pro_annual";
    let of_key = || stripe.objects("price").into_iter().filter(|price| price["lookup_key"] == key).collect::<Vec<_>>();
    let old = of_key()[0]["id"].as_str().unwrap().to_owned();
    stripe.force(&old, &json!({ "unit_amount": 1 }), "price.updated");
    let lines = set_up(&keys, None).await.unwrap();
    assert_eq!(made(&lines).iter().filter(|made| **made).count(), 1);
    let now = of_key();
    assert_eq!(now.len(), 1);
    assert_eq!(now[0]["unit_amount"], 144_000);
    assert_ne!(now[0]["id"], old);
    assert_eq!(made(&set_up(&keys, None).await.unwrap()), [false; 6]);
}

#[tokio::test]
async fn events_signed_with_the_new_webhooks_secret_are_accepted() {
    let fixture = StripeClinic::new().await;
    let keys = StripeKeys::read(Some(fixture.stripe.secret_key()), Some(SECRET), Some(fixture.stripe.url()));
    let lines = set_up(&keys.unwrap().unwrap(), Some(URL)).await.unwrap();
    let secret = lines[6]["secret"].as_str().unwrap();
    fixture.checkout("plus", "monthly").await;
    fixture.pay(Card::Works);
    let event = fixture.stripe.objects("event").pop().unwrap()["id"].as_str().unwrap().to_owned();
    let sent = fixture.stripe.signed(&event, secret).unwrap();
    let now = fixture.server.app.clock.now().timestamp();
    let header = stripe_standin::sign(secret, now, &sent.body);
    let listed = |server| send(server, "localhost:8080", sent.body.as_bytes(), Some(header.clone()));
    listed(&fixture.server).await.refused(StatusCode::BAD_REQUEST, "bad_signature");
    let configured = server_with(fixture.stripe.url(), secret);
    listed(&configured).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn an_existing_endpoint_gets_new_event_kinds_and_keeps_its_own() {
    let (stripe, keys) = empty().await;
    set_up(&keys, Some(URL)).await.unwrap();
    let id = stripe.objects("webhook_endpoint")[0]["id"].as_str().unwrap().to_owned();
    let earlier = json!({ "enabled_events": ["invoice.paid", "payout.paid"], "status": "disabled" });
    stripe.force(&id, &earlier, "webhook_endpoint.updated");
    let line = set_up(&keys, Some(URL)).await.unwrap().pop().unwrap();
    let missing: Vec<_> = SUBSCRIBED_EVENTS.iter().filter(|kind| **kind != "invoice.paid").collect();
    assert_eq!((&line["made"], &line["added"], &line["enabled"]), (&json!(false), &json!(missing), &json!(true)));
    assert_eq!(line["warning"], Value::Null);
    let endpoints = stripe.objects("webhook_endpoint");
    assert_eq!((endpoints.len(), &endpoints[0]["status"]), (1, &json!("enabled")));
    let enabled = endpoints[0]["enabled_events"].as_array().unwrap();
    assert!(enabled.contains(&json!("payout.paid")), "what somebody else listens for was taken away");
    assert!(SUBSCRIBED_EVENTS.iter().all(|kind| enabled.contains(&json!(kind))));
    assert_eq!(enabled.len(), SUBSCRIBED_EVENTS.len() + 1);
    // Now the endpoint is right, and does not change again.
    let again = set_up(&keys, Some(URL)).await.unwrap().pop().unwrap();
    assert_eq!((&again["added"], &again["enabled"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn an_endpoint_for_all_events_is_complete_and_another_version_is_reported() {
    let (stripe, keys) = empty().await;
    set_up(&keys, Some(URL)).await.unwrap();
    let id = stripe.objects("webhook_endpoint")[0]["id"].as_str().unwrap().to_owned();
    let other = json!({ "enabled_events": ["*"], "api_version": "2024-06-20" });
    stripe.force(&id, &other, "webhook_endpoint.updated");
    let line = set_up(&keys, Some(URL)).await.unwrap().pop().unwrap();
    assert_eq!(line["added"], Value::Null);
    assert!(line["warning"].as_str().unwrap().contains(stripe_standin::API_VERSION), "{line}");
    assert_eq!(stripe.objects("webhook_endpoint")[0]["enabled_events"], json!(["*"]));
}
