use axum::http::StatusCode;
use chrono::TimeDelta;
use entity::words::ClinicStatus;
use serde_json::{Value, json};
use stripe_standin::{Card, Failure};

use super::stripe_clinic::StripeClinic;
use crate::testing::{TestClinic, factories};
use config::stripe_keys::Secret;
use practice::billing::{Billing, gateway::GatewayError, repo::BillingRepo, stripe::StripeApi, sync::SyncOutcome};

const SENTENCE: &str = "Failed to start checkout. Please try again.";

fn wanted() -> Value {
    json!({ "plan": "plus", "billing": "monthly" })
}

#[tokio::test]
async fn without_keys_checkout_is_off_and_the_form_still_works() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let answer = owner.post("/api/stripe/create-checkout-session", wanted()).await;
    assert_eq!(answer.refused(StatusCode::SERVICE_UNAVAILABLE, "billing_off")["error"], SENTENCE);
    owner.post("/api/stripe/portal-session", json!({})).await.refused(StatusCode::SERVICE_UNAVAILABLE, "billing_off");
    let refreshed = owner.post("/api/stripe/refresh", json!({})).await.expect(StatusCode::OK);
    assert_eq!(refreshed["refreshed"], false);
    let mut card = factories::subscription();
    card["sub_payment_method"] = json!("Card on file (Stripe)");
    owner.post("/api/subscriptions", card).await.expect(StatusCode::CREATED);
    // The row waits for Stripe, so it does not count as a plan.
    let plan = owner.get("/api/clinic/plan").await.expect(StatusCode::OK);
    assert_eq!((&plan["plan"], &plan["can_buy"]), (&Value::Null, &json!(false)));
}

#[tokio::test]
async fn every_stripe_fault_answers_one_sentence_and_can_be_retried() {
    let fixture = StripeClinic::new().await;
    let faults = [
        ("", Failure::Down),
        ("", Failure::Status(500)),
        ("", Failure::Status(429)),
        ("", Failure::Redirect("http://127.0.0.1:9/".to_owned())),
        ("", Failure::Garbage),
        ("POST /v1/checkout", Failure::Status(500)),
        ("GET /v1/prices", Failure::Down),
    ];
    let before = fixture.clinic.fingerprint().await;
    for (route, fault) in faults {
        fixture.stripe.fail(route, fault.clone(), None);
        let answer = fixture.owner.post("/api/stripe/create-checkout-session", wanted()).await;
        let answer = answer.refused(StatusCode::BAD_GATEWAY, "checkout_failed");
        assert_eq!(answer["error"], SENTENCE, "{fault:?}");
        fixture.stripe.clear_faults();
    }
    assert_eq!(fixture.clinic.fingerprint().await, before);
    assert_eq!(fixture.stripe.objects("checkout.session").len(), 0);
    fixture.checkout("plus", "monthly").await;
    assert_eq!(fixture.stripe.objects("checkout.session").len(), 1);
    assert_eq!(fixture.stripe.objects("customer").len(), 1);
}

#[tokio::test]
async fn a_lost_response_creates_nothing_twice() {
    let fixture = StripeClinic::new().await;
    for route in ["POST /v1/customers", "POST /v1/checkout/sessions"] {
        fixture.stripe.fail(route, Failure::AnswerLost, Some(1));
    }
    fixture.checkout("plus", "monthly").await;
    assert_eq!((fixture.stripe.objects("customer").len(), fixture.stripe.objects("checkout.session").len()), (1, 1));
}

#[tokio::test]
async fn a_passing_fault_is_tried_again_with_the_same_key() {
    let fixture = StripeClinic::new().await;
    fixture.stripe.fail("POST /v1/checkout/sessions", Failure::Status(500), Some(2));
    fixture.checkout("plus", "monthly").await;
    let keys: Vec<_> = fixture
        .stripe
        .requests()
        .into_iter()
        .filter(|request| request.method == "POST" && request.path.starts_with("/v1/checkout/sessions"))
        .map(|request| request.idempotency_key)
        .collect();
    assert_eq!(keys.len(), 3);
    assert!(keys[0].is_some() && keys.iter().all(|key| *key == keys[0]), "{keys:?}");
}

#[tokio::test]
async fn a_stripe_that_is_too_slow_counts_as_unreachable() {
    let fixture = StripeClinic::new().await;
    fixture.stripe.fail("", Failure::Slow(std::time::Duration::from_mins(10)), None);
    let key = Secret::new(fixture.stripe.secret_key());
    let api = StripeApi::with_timeout(&key, fixture.stripe.url(), std::time::Duration::from_millis(50)).unwrap();
    let error = practice::billing::gateway::StripeGateway::customer(&api, "cus_1").await.unwrap_err();
    assert_eq!(error, GatewayError::Unreachable("too slow"));
}

/// The same server with short timeouts.
fn with_short_timeout(fixture: &StripeClinic) -> crate::testing::Client {
    let key = Secret::new(fixture.stripe.secret_key());
    let api = StripeApi::with_timeout(&key, fixture.stripe.url(), std::time::Duration::from_millis(50)).unwrap();
    let gateway = std::sync::Arc::new(api);
    let billing = fixture.server.app.part::<Billing>().clone().with_gateway(gateway);
    let app = fixture.server.app.clone().with_part(billing);
    fixture.owner.clone().on(server::app::router(&app, None))
}

#[tokio::test]
async fn a_stripe_timeout_is_reported_like_an_outage() {
    let fixture = StripeClinic::new().await;
    let before = fixture.clinic.fingerprint().await;
    let owner = with_short_timeout(&fixture);
    for route in ["", "POST /v1/checkout"] {
        fixture.stripe.fail(route, Failure::Slow(std::time::Duration::from_mins(10)), None);
        let answer = owner.post("/api/stripe/create-checkout-session", wanted()).await;
        assert_eq!(answer.refused(StatusCode::BAD_GATEWAY, "checkout_failed")["error"], SENTENCE, "{route}");
        fixture.stripe.clear_faults();
    }
    assert_eq!(fixture.clinic.fingerprint().await, before);
    fixture.checkout("plus", "monthly").await;
    assert_eq!(fixture.stripe.objects("customer").len(), 1);
}

/// A failure at Stripe during a sync loses nothing. The next sync finds the change.
#[tokio::test]
async fn a_failed_sync_loses_nothing() {
    let fixture = StripeClinic::new().await;
    fixture.checkout("plus", "monthly").await;
    fixture.pay(Card::Works);
    fixture.deliver().await;
    let faults = [
        Failure::Down,
        Failure::Status(500),
        Failure::Status(429),
        Failure::Redirect("http://127.0.0.1:9/".to_owned()),
        Failure::Garbage,
        Failure::AnswerLost,
    ];
    for fault in faults {
        fixture.stripe.fail("", fault.clone(), None);
        assert_eq!(
            fixture.syncer().one(Some(fixture.clinic.provisioned.id)).await.unwrap(),
            Some(SyncOutcome::Failed),
            "{fault:?}"
        );
        assert_eq!(fixture.clinic.count("{}.subscription").await, 0, "{fault:?}");
        let account = fixture.account().await;
        assert!(account.dirty_seq > account.synced_seq && account.last_error.is_some(), "{fault:?}");
        fixture.stripe.clear_faults();
        fixture.clinic.clock().advance(TimeDelta::hours(2));
    }
    assert_eq!(fixture.sync_all().await, 1);
    assert_eq!(fixture.clinic.count("{}.subscription where sub_status = 'Trialing'").await, 1);
}

#[tokio::test]
async fn events_received_while_stripe_was_down_are_synced_later() {
    let fixture = StripeClinic::new().await;
    fixture.checkout("plus", "monthly").await;
    fixture.pay(Card::Works);
    fixture.stripe.fail("", Failure::Status(500), None);
    fixture.deliver().await;
    // The worker that starts now crashes. Another worker finds the account still marked.
    assert_eq!(fixture.syncer().one(Some(fixture.clinic.provisioned.id)).await.unwrap(), Some(SyncOutcome::Failed));
    assert_eq!(fixture.list().await, json!([]));
    fixture.stripe.clear_faults();
    fixture.clinic.clock().advance(TimeDelta::seconds(10));
    assert_eq!(fixture.sync_all().await, 1);
    assert_eq!(fixture.only_row().await["sub_status"], "Trialing");
    let account = fixture.account().await;
    assert_eq!((account.attempts, account.last_error), (0, None));
}

#[tokio::test]
async fn a_worker_crash_between_receiving_and_syncing_loses_nothing() {
    let fixture = StripeClinic::new().await;
    fixture.checkout("plus", "monthly").await;
    fixture.pay(Card::Works);
    fixture.deliver().await;
    let own = Some(fixture.clinic.provisioned.id);
    let claimed = fixture.server.app.part::<Billing>().repo.claim(own, fixture.clinic.clock().now()).await.unwrap();
    drop(claimed.expect("it is marked"));
    assert_eq!(fixture.syncer().one(own).await.unwrap(), None, "it is somebody's for a minute");
    fixture.clinic.clock().advance(TimeDelta::seconds(61));
    assert_eq!(fixture.sync_all().await, 1);
    assert_eq!(fixture.only_row().await["sub_status"], "Trialing");
}

#[tokio::test]
async fn a_worker_that_lost_its_lease_writes_nothing() {
    let mut fixture = StripeClinic::new().await;
    fixture.checkout("plus", "monthly").await;
    fixture.pay(Card::Works);
    fixture.deliver().await;
    let own = Some(fixture.clinic.provisioned.id);
    let slow = fixture.syncer();
    let claimed =
        fixture.server.app.part::<Billing>().repo.claim(own, fixture.clinic.clock().now()).await.unwrap().unwrap();
    let fetched = slow.fetch(&claimed).await.unwrap();
    // While the slow worker waits, the trial ends and another worker syncs that.
    fixture.advance_days(15).await;
    fixture.settle().await;
    assert_eq!(fixture.only_row().await["sub_status"], "Active");
    let before = fixture.clinic.fingerprint().await;
    assert_eq!(slow.write(claimed, fetched).await.unwrap(), SyncOutcome::Overtaken);
    assert_eq!(fixture.clinic.fingerprint().await, before);
}

#[tokio::test]
async fn an_event_during_a_sync_causes_another_sync() {
    let fixture = StripeClinic::new().await;
    fixture.checkout("plus", "monthly").await;
    fixture.pay(Card::Works);
    fixture.deliver().await;
    let own = Some(fixture.clinic.provisioned.id);
    let syncer = fixture.syncer();
    let claimed =
        fixture.server.app.part::<Billing>().repo.claim(own, fixture.clinic.clock().now()).await.unwrap().unwrap();
    let fetched = syncer.fetch(&claimed).await.unwrap();
    let id = fixture.subscription()["id"].as_str().unwrap().to_owned();
    fixture.stripe.force(&id, &json!({ "status": "past_due" }), "customer.subscription.updated");
    fixture.deliver().await;
    assert_eq!(syncer.write(claimed, fetched).await.unwrap(), SyncOutcome::Written);
    assert_eq!(fixture.only_row().await["sub_status"], "Trialing");
    assert_eq!(fixture.sync_all().await, 1);
    assert_eq!(fixture.only_row().await["sub_status"], "Past Due");
}

#[tokio::test]
async fn a_crash_between_the_two_commits_is_corrected_by_the_next_sync() {
    let fixture = StripeClinic::new().await;
    fixture.subscribed("plus", Card::Works).await;
    let before = fixture.clinic.fingerprint().await;
    // The state after a crash: the clinic's rows are committed, the registry's row is not.
    fixture
        .registry(
            "update registry.billing_account set synced_seq = 0, stripe_subscription_id = null where clinic_id = {}",
        )
        .await;
    assert_eq!(fixture.sync_all().await, 1);
    assert_eq!(fixture.clinic.fingerprint().await, before);
    assert!(fixture.account().await.stripe_subscription_id.is_some());
}

#[tokio::test]
async fn metadata_naming_another_clinics_attempt_has_no_effect() {
    let fixture = StripeClinic::new().await;
    let other = fixture.server.clinic().await;
    let others_owner = other.owner().await;
    let mut new = factories::subscription();
    new["sub_payment_method"] = json!("New card entry (Stripe Checkout)");
    let row = others_owner.post("/api/subscriptions", new).await.expect(StatusCode::CREATED);
    let body = json!({ "plan": "plus", "billing": "monthly", "subscription_id": row["id"] });
    others_owner.post("/api/stripe/create-checkout-session", body).await.expect(StatusCode::OK);
    let attempt = fixture.server.app.part::<Billing>().repo.open_attempt(other.provisioned.id).await.unwrap().unwrap();
    let before = other.fingerprint().await;

    fixture.checkout("plus", "monthly").await;
    fixture.pay(Card::Works);
    let id = fixture.subscription()["id"].as_str().unwrap().to_owned();
    let forged =
        json!({ "metadata": { "celadon_attempt": attempt.id.to_string(), "celadon_clinic": other.provisioned.id } });
    fixture.stripe.force(&id, &forged, "customer.subscription.updated");
    fixture.settle().await;
    let syncer = fixture.syncer();
    assert_eq!(syncer.one(Some(other.provisioned.id)).await.unwrap(), None, "nobody marked the other clinic");
    assert_eq!(other.fingerprint().await, before);
    assert_eq!(fixture.only_row().await["is_at_stripe"], true);
    assert_ne!(fixture.only_row().await["id"], row["id"]);
}

#[tokio::test]
async fn a_price_that_differs_from_the_shown_one_is_not_sold() {
    let fixture = StripeClinic::new().await;
    let price = fixture.stripe.objects("price").into_iter().find(|price| price["lookup_key"] == "celadon_plus_monthly");
    let id = price.unwrap()["id"].as_str().unwrap().to_owned();
    fixture.stripe.force(&id, &json!({ "unit_amount": 9999 }), "price.updated");
    let answer = fixture.owner.post("/api/stripe/create-checkout-session", wanted()).await;
    answer.refused(StatusCode::BAD_GATEWAY, "checkout_failed");
    fixture.checkout("pro", "monthly").await;
}

#[tokio::test]
async fn no_stored_row_holds_a_secret_or_an_address() {
    let fixture = StripeClinic::new().await;
    fixture.subscribed("plus", Card::Works).await;
    for table in ["billing_account", "stripe_event", "checkout_attempt"] {
        let rows = fixture
            .clinic
            .rows(&format!("select coalesce(string_agg(to_jsonb(t)::text, ' '), '') as text from registry.{table} t"))
            .await;
        let text: String = rows[0].try_get("", "text").unwrap();
        for secret in ["whsec_", "sk_test", "@", "http"] {
            assert!(!text.contains(secret), "{table} holds {secret}: {text}");
        }
    }
}

#[tokio::test]
async fn a_suspended_clinics_account_is_not_synced_until_it_is_open_again() {
    let fixture = StripeClinic::new().await;
    fixture.subscribed("plus", Card::Works).await;
    let (subdomain, id) = (fixture.clinic.provisioned.subdomain.clone(), fixture.clinic.provisioned.id);
    let now = fixture.clinic.clock().now();
    fixture.server.app.part::<Billing>().repo.request_sync(id, now).await.unwrap();
    assert!(fixture.clinic.owner_db.set_status(&subdomain, ClinicStatus::Suspended).await.unwrap());
    assert_eq!(fixture.syncer().one(Some(id)).await.unwrap(), None, "nobody looks at it");
    assert_eq!(fixture.account().await.attempts, 0);
    // Live mode distinguishes this account from those of other tests, so only this one counts.
    fixture.registry("update registry.billing_account set livemode = true where clinic_id = {}").await;
    let live = BillingRepo::new(fixture.server.app.tenants.db.clone(), true);
    assert_eq!(live.behind().await.unwrap(), 0, "nothing can be done about it, so nobody is woken");
    assert_eq!(live.sweep(TimeDelta::zero(), TimeDelta::days(90), now).await.unwrap(), 0);

    assert!(fixture.clinic.owner_db.set_status(&subdomain, ClinicStatus::Active).await.unwrap());
    assert_eq!(live.behind().await.unwrap(), 1);
    fixture.registry("update registry.billing_account set livemode = false where clinic_id = {}").await;
    assert_eq!(fixture.sync_all().await, 1, "what came meanwhile is looked at");
}
