use std::collections::BTreeSet;

use axum::{
    body::Body,
    http::{Method, Request, StatusCode, header::HOST},
};
use serde_json::{Value, json};

use crate::testing::{self, Answer, Server, TestClinic};
use config::stripe_keys::{Secret, StripeKeys};
use practice::billing::{
    Billing,
    repo::{IngestOutcome, ReceivedEvent},
    signature::sign,
};
use tenancy::Db;

pub const SECRET: &str = "whsec_of_this_test";

/// A server with keys for a Stripe at this address.
pub fn server_of(base: &str) -> Server {
    server_with(base, SECRET)
}

/// A server that accepts signatures with any of these secrets.
pub fn server_with(base: &str, secrets: &str) -> Server {
    let stripe = StripeKeys::read(Some("sk_test_standin"), Some(secrets), Some(base)).unwrap();
    let config = config::Config { stripe, ..testing::config() };
    let db = Db::new(&config.database_url, 4).unwrap();
    Server::with_db(config, db)
}

/// Port 9: nobody listens there.
fn server() -> Server {
    server_of("http://127.0.0.1:9")
}

pub fn event(id: &str, kind: &str, customer: &str) -> Value {
    json!({
        "id": id, "object": "event", "type": kind, "created": 1_800_000_000, "livemode": false,
        "api_version": "2026-09-30.endive",
        "data": { "object": {
            "id": "sub_1", "object": "subscription", "customer": customer, "customer_email": "nora@example.com",
            "metadata": { "celadon_clinic": "another" },
        } },
    })
}

pub async fn send(server: &Server, host: &str, body: &[u8], header: Option<String>) -> Answer {
    let mut request = Request::builder().method(Method::POST).uri("/api/stripe/webhook").header(HOST, host);
    if let Some(header) = header {
        request = request.header("stripe-signature", header);
    }
    let client = server.platform();
    client.send(request.header("content-type", "application/json").body(Body::from(body.to_vec())).unwrap()).await
}

/// Sends an event as Stripe would send it now.
pub async fn deliver(server: &Server, event: &Value) -> Answer {
    let body = event.to_string().into_bytes();
    let header = sign(&body, &Secret::new(SECRET), server.app.clock.now().timestamp());
    send(server, "localhost:8080", &body, Some(header)).await
}

async fn number(clinic: &TestClinic, sql: &str) -> i64 {
    clinic.rows(sql).await[0].try_get("", "n").unwrap()
}

/// Links a customer to the clinic.
pub async fn linked(clinic: &TestClinic, customer: &str) {
    let repo = &clinic.server.app.part::<Billing>().repo;
    let now = clinic.clock().now();
    repo.account(clinic.provisioned.id, now).await.unwrap();
    assert_eq!(repo.link(clinic.provisioned.id, None, customer, now).await.unwrap().as_deref(), Some(customer));
}

async fn dirty(clinic: &TestClinic) -> i64 {
    let id = clinic.provisioned.id;
    number(clinic, &format!("select dirty_seq as n from registry.billing_account where clinic_id = '{id}'")).await
}

fn fresh(prefix: &str) -> String {
    format!("{prefix}_{}", uuid::Uuid::new_v4().simple())
}

#[tokio::test]
async fn an_event_without_stripes_signature_is_refused_and_not_stored() {
    let server = server();
    let clinic = server.clinic().await;
    let id = fresh("evt");
    let body = event(&id, "invoice.paid", "cus_x").to_string().into_bytes();
    let now = server.app.clock.now().timestamp();
    let secret = Secret::new(SECRET);
    let good = sign(&body, &secret, now);
    let mut flipped = body.clone();
    flipped[3] ^= 1;
    for (body, header) in [
        (&body, None),
        (&body, Some(String::new())),
        (&body, Some(sign(&body, &Secret::new("whsec_other"), now))),
        (&body, Some(sign(&body, &Secret::new(""), now))),
        // The signature's own test checks the exact limit, because a second may pass while these are sent.
        (&body, Some(sign(&body, &secret, now - 400))),
        (&body, Some(sign(&body, &secret, now + 400))),
        (&flipped, Some(good.clone())),
    ] {
        send(&server, "localhost:8080", body, header).await.refused(StatusCode::BAD_REQUEST, "bad_signature");
    }
    // A clinic's host does not have this call.
    send(&server, &clinic.host(), &body, Some(good.clone())).await.refused(StatusCode::NOT_FOUND, "not_found");
    let mut huge = body.clone();
    huge.resize(1024 * 1024 + 1, b' ');
    let header = sign(&huge, &secret, now);
    send(&server, "localhost:8080", &huge, Some(header)).await.refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large");
    let kept = format!("select count(*) as n from registry.stripe_event where id = '{id}'");
    assert_eq!(number(&clinic, &kept).await, 0);
    // The same request succeeds with the right signature and host.
    send(&server, "localhost:8080", &body, Some(good)).await.expect(StatusCode::OK);
    assert_eq!(number(&clinic, &kept).await, 1);
}

#[tokio::test]
async fn without_keys_every_event_is_refused() {
    let clinic = TestClinic::new().await;
    let answer = deliver(&clinic.server, &event("evt_1", "invoice.paid", "cus_x")).await;
    answer.refused(StatusCode::BAD_REQUEST, "bad_signature");
}

#[tokio::test]
async fn an_event_is_stored_once_without_its_body_and_marks_its_clinics_account() {
    let server = server();
    let (clinic, other) = (server.clinic().await, server.clinic().await);
    let (own, others) = (fresh("cus"), fresh("cus"));
    linked(&clinic, &own).await;
    linked(&other, &others).await;
    let id = fresh("evt");
    // Everything but the customer names the other clinic.
    let mut forged = event(&id, "customer.subscription.updated", &own);
    for name in ["celadon_clinic", "tenant_id"] {
        forged["data"]["object"]["metadata"][name] = json!(other.provisioned.id);
    }
    forged["data"]["object"]["client_reference_id"] = json!(other.provisioned.id);
    for _ in 0..3 {
        assert_eq!(deliver(&server, &forged).await.expect(StatusCode::OK), json!({ "received": true }));
    }
    assert_eq!((dirty(&clinic).await, dirty(&other).await), (1, 0));
    let row = &clinic
        .rows(&format!("select to_jsonb(e)::text as row from registry.stripe_event e where id = '{id}'"))
        .await[0];
    let row: String = row.try_get("", "row").unwrap();
    let kept: Value = serde_json::from_str(&row).unwrap();
    assert_eq!((&kept["deliveries"], &kept["state"]), (&json!(3), &json!("received")));
    assert_eq!(kept["clinic_id"], json!(clinic.provisioned.id));
    for secret in ["nora@example.com", "whsec", "sk_test", "metadata"] {
        assert!(!row.contains(secret), "{row}");
    }
}

#[tokio::test]
async fn events_of_other_modes_or_kinds_or_unreadable_are_stored_as_ignored() {
    let server = server();
    let clinic = server.clinic().await;
    let customer = fresh("cus");
    linked(&clinic, &customer).await;
    let state = async |id: &str| -> String {
        let sql = format!("select state from registry.stripe_event where id = '{id}'");
        clinic.rows(&sql).await[0].try_get("", "state").unwrap()
    };
    let ids: Vec<_> = (0..3).map(|_| fresh("evt")).collect();
    let mut live = event(&ids[0], "invoice.paid", &customer);
    live["livemode"] = json!(true);
    let mut connected = event(&ids[1], "invoice.paid", &customer);
    connected["account"] = json!("acct_1");
    let other = event(&ids[2], "issuing_card.created", &customer);
    for (event, id) in [(live, &ids[0]), (connected, &ids[1]), (other, &ids[2])] {
        deliver(&server, &event).await.expect(StatusCode::OK);
        assert_eq!(state(id).await, "ignored");
    }
    let thin = json!({ "id": fresh("evt"), "object": "v2.core.event", "nonce": fresh("n") });
    deliver(&server, &thin).await.expect(StatusCode::OK);
    deliver(&server, &thin).await.expect(StatusCode::OK);
    let hash = practice::billing::envelope::Envelope::unreadable(thin.to_string().as_bytes()).id;
    assert_eq!(state(&hash).await, "ignored");
    assert_eq!(dirty(&clinic).await, 0);
}

#[tokio::test]
async fn an_event_before_its_customer_is_stored_is_synced_later() {
    let server = server();
    let clinic = server.clinic().await;
    let (customer, id) = (fresh("cus"), fresh("evt"));
    deliver(&server, &event(&id, "customer.subscription.created", &customer)).await.expect(StatusCode::OK);
    let state = format!("select count(*) as n from registry.stripe_event where id = '{id}' and state = ");
    assert_eq!(number(&clinic, &format!("{state}'unmatched'")).await, 1);
    linked(&clinic, &customer).await;
    assert_eq!(number(&clinic, &format!("{state}'received'")).await, 1);
    assert_eq!(dirty(&clinic).await, 1);
}

#[tokio::test]
async fn events_are_stored_while_stripe_is_down_and_syncs_are_retried_with_backoff() {
    let server = server();
    let clinic = server.clinic().await;
    let customer = fresh("cus");
    linked(&clinic, &customer).await;
    deliver(&server, &event(&fresh("evt"), "invoice.paid", &customer)).await.expect(StatusCode::OK);
    let syncer = server.app.part::<Billing>().syncer(&server.app.tenants.db, &server.app.clock).unwrap();
    let own = Some(clinic.provisioned.id);
    assert_eq!(syncer.one(own).await.unwrap(), Some(practice::billing::sync::SyncOutcome::Failed));
    assert_eq!(syncer.one(own).await.unwrap(), None, "it is not tried at once");
    let account = server.app.part::<Billing>().repo.known_account(clinic.provisioned.id).await.unwrap().unwrap();
    assert_eq!((account.dirty_seq, account.synced_seq, account.attempts), (1, 0, 1));
    assert_eq!(account.last_error.as_deref(), Some("no connection"));
    assert!(account.lease_token.is_none() && account.next_attempt_at > clinic.clock().now());
}

/// Each event is stored as one row, even if events come in parallel. Each new event of a known customer counts once.
#[tokio::test]
async fn each_event_counts_once_however_often_it_is_delivered() {
    let server = server();
    let clinic = server.clinic().await;
    let (own, unknown) = (fresh("cus"), fresh("cus"));
    linked(&clinic, &own).await;
    let ids: Vec<_> = (0..12).map(|_| fresh("evt")).collect();
    let mut deliveries = Vec::new();
    let mut expected = BTreeSet::new();
    for number in 0..60_usize {
        let which = number * 5 % ids.len();
        let customer = if which.is_multiple_of(4) { &unknown } else { &own };
        if customer == &own {
            expected.insert(which);
        }
        let event = event(&ids[which], "invoice.paid", customer);
        let server = server.clone();
        deliveries.push(tokio::spawn(async move { deliver(&server, &event).await.status }));
    }
    let mut answers = BTreeSet::new();
    for delivery in deliveries {
        answers.insert(delivery.await.unwrap());
    }
    assert_eq!(answers, BTreeSet::from([StatusCode::OK]));
    assert_eq!(dirty(&clinic).await, i64::try_from(expected.len()).unwrap());
    let list = ids.iter().map(|id| format!("'{id}'")).collect::<Vec<_>>().join(",");
    let kept = format!("select count(*) as n from registry.stripe_event where id in ({list})");
    assert_eq!(number(&clinic, &kept).await, 12);
    let sum = format!("select sum(deliveries)::bigint as n from registry.stripe_event where id in ({list})");
    assert_eq!(number(&clinic, &sum).await, 60);
}

#[tokio::test]
async fn a_repeated_delivery_is_distinguished_from_a_new_event() {
    let server = server();
    let clinic = server.clinic().await;
    let now = clinic.clock().now();
    let event = ReceivedEvent {
        id: fresh("evt"),
        kind: "invoice.paid".to_owned(),
        api_version: None,
        livemode: false,
        happened_at: now,
        customer: Some(fresh("cus")),
        object: None,
        is_ignored: false,
    };
    let repo = &server.app.part::<Billing>().repo;
    assert_eq!(repo.ingest(&event, now).await.unwrap(), IngestOutcome::Unmatched);
    assert_eq!(repo.ingest(&event, now).await.unwrap(), IngestOutcome::Duplicate);
}
