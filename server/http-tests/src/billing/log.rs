//! The log lines of billing: ids and reasons, never a secret, an address or a payload.

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::json;
use stripe_standin::{Card, Failure};

use super::{
    inbox::{SECRET, deliver, event, send},
    stripe_clinic::StripeClinic,
};
use crate::testing::log::Captured;
use config::stripe_keys::Secret;
use practice::billing::{Billing, signature::sign, sync::SyncOutcome};

const PERSON: &str = "Nora Lindqvist";

#[tokio::test]
async fn no_secret_address_or_payload_is_logged() {
    let log = Captured::begin();
    let fixture = StripeClinic::new().await;
    fixture.subscribed("plus", Card::Fails).await;
    let customer = fixture.account().await.stripe_customer_id.unwrap();
    let named = json!({ "name": PERSON, "email": "nora@example.com", "description": "about the payload" });
    fixture.stripe.call("POST", &format!("customers/{customer}"), &named).unwrap();
    fixture.settle().await;
    // A forged event, an unreadable one, and one of an unknown customer.
    let server = &fixture.server;
    let now = server.app.clock.now().timestamp();
    let body = event("evt_log", "invoice.paid", PERSON).to_string().into_bytes();
    let forged = sign(&body, &Secret::new("whsec_forged"), now);
    send(server, "localhost:8080", &body, Some(forged)).await.refused(StatusCode::BAD_REQUEST, "bad_signature");
    let torn = &body[..body.len() - 1];
    let header = sign(torn, &Secret::new(SECRET), now);
    send(server, "localhost:8080", torn, Some(header)).await.expect(StatusCode::OK);
    deliver(server, &event("evt_log", "invoice.paid", PERSON)).await.expect(StatusCode::OK);
    // Whatever Stripe answers.
    for fault in
        [Failure::Status(500), Failure::Garbage, Failure::Down, Failure::Redirect("http://127.0.0.1:9/".into())]
    {
        fixture.stripe.fail("", fault, None);
        let wanted = json!({ "plan": "plus", "billing": "monthly" });
        let answer = fixture.owner.post("/api/stripe/create-checkout-session", wanted).await;
        answer.refused(StatusCode::BAD_GATEWAY, "checkout_failed");
        server
            .app
            .part::<Billing>()
            .repo
            .request_sync(fixture.clinic.provisioned.id, server.app.clock.now())
            .await
            .unwrap();
        assert_eq!(fixture.syncer().one(Some(fixture.clinic.provisioned.id)).await.unwrap(), Some(SyncOutcome::Failed));
        fixture.stripe.clear_faults();
        fixture.clinic.clock().advance(TimeDelta::minutes(2));
    }

    let text = log.text();
    for expected in [
        "a webhook was kept",
        "a webhook was refused",
        "an authentic webhook could not be read",
        "a checkout could not be started",
    ] {
        assert!(text.contains(expected), "not logged: {expected}\n{text}");
    }
    let url = fixture.stripe.url().trim_start_matches("http://");
    for secret in [SECRET, "whsec_", fixture.stripe.secret_key(), "sk_test", "@", PERSON, "payload", "Clinic ", url] {
        let line = text.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "the log holds {secret}");
    }
    let rows = fixture
        .clinic
        .rows("select coalesce(string_agg(to_jsonb(t)::text, ' '), '') as text from {}.billing_notice t")
        .await;
    let notices: String = rows[0].try_get("", "text").unwrap();
    assert!(!notices.contains(PERSON) && !notices.contains('@'), "{notices}");
}
