use axum::http::StatusCode;
use chrono::TimeDelta;
use entity::words::ClinicStatus;
use serde_json::{Value, json};
use stripe_standin::{Card, Fault};

use super::shop::Shop;
use crate::{
    features::billing::{Billing, gateway::GatewayError, stripe::StripeApi, sync::SyncOutcome},
    foundation::{config::stripe_keys::Secret, tenancy::BillingRepo},
    testing::{TestClinic, factories},
};

const SENTENCE: &str = "Failed to start checkout. Please try again.";

fn wanted() -> Value {
    json!({ "plan": "plus", "billing": "monthly" })
}

#[tokio::test]
async fn without_keys_nothing_can_be_bought_and_the_form_still_works() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let told = owner.post("/api/stripe/create-checkout-session", wanted()).await;
    assert_eq!(told.refused(StatusCode::SERVICE_UNAVAILABLE, "billing_off")["error"], SENTENCE);
    owner.post("/api/stripe/portal-session", json!({})).await.refused(StatusCode::SERVICE_UNAVAILABLE, "billing_off");
    let refreshed = owner.post("/api/stripe/refresh", json!({})).await.expect(StatusCode::OK);
    assert_eq!(refreshed["refreshed"], false);
    let mut card = factories::subscription();
    card["sub_payment_method"] = json!("Card on file (Stripe)");
    owner.post("/api/subscriptions", card).await.expect(StatusCode::CREATED);
    // It waits for Stripe, which is out of reach: nothing is promised.
    let plan = owner.get("/api/clinic/plan").await.expect(StatusCode::OK);
    assert_eq!((&plan["plan"], &plan["can_buy"]), (&Value::Null, &json!(false)));
}

#[tokio::test]
async fn whatever_is_wrong_at_stripe_the_person_is_told_one_sentence_and_can_try_again() {
    let shop = Shop::new().await;
    let faults = [
        ("", Fault::Down),
        ("", Fault::Status(500)),
        ("", Fault::Status(429)),
        ("", Fault::Redirect("http://127.0.0.1:9/".to_owned())),
        ("", Fault::Garbage),
        ("POST /v1/checkout", Fault::Status(500)),
        ("GET /v1/prices", Fault::Down),
    ];
    let before = shop.clinic.fingerprint().await;
    for (route, fault) in faults {
        shop.stripe.fail(route, fault.clone(), None);
        let told = shop.owner.post("/api/stripe/create-checkout-session", wanted()).await;
        let told = told.refused(StatusCode::BAD_GATEWAY, "checkout_failed");
        assert_eq!(told["error"], SENTENCE, "{fault:?}");
        shop.stripe.mend();
    }
    assert_eq!(shop.clinic.fingerprint().await, before);
    assert_eq!(shop.stripe.objects("checkout.session").len(), 0);
    shop.checkout("plus", "monthly").await;
    assert_eq!(shop.stripe.objects("checkout.session").len(), 1);
    assert_eq!(shop.stripe.objects("customer").len(), 1);
}

#[tokio::test]
async fn an_answer_that_was_lost_makes_nothing_twice() {
    let shop = Shop::new().await;
    for route in ["POST /v1/customers", "POST /v1/checkout/sessions"] {
        shop.stripe.fail(route, Fault::AnswerLost, Some(1));
    }
    shop.checkout("plus", "monthly").await;
    assert_eq!((shop.stripe.objects("customer").len(), shop.stripe.objects("checkout.session").len()), (1, 1));
}

#[tokio::test]
async fn a_passing_fault_is_tried_again_with_the_same_key() {
    let shop = Shop::new().await;
    shop.stripe.fail("POST /v1/checkout/sessions", Fault::Status(500), Some(2));
    shop.checkout("plus", "monthly").await;
    let keys: Vec<_> = shop
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
async fn who_is_too_slow_is_out_of_reach() {
    let shop = Shop::new().await;
    shop.stripe.fail("", Fault::Slow(std::time::Duration::from_mins(10)), None);
    let key = Secret::new(shop.stripe.secret_key());
    let api = StripeApi::with_timeout(&key, shop.stripe.url(), std::time::Duration::from_millis(50)).unwrap();
    let error = crate::features::billing::gateway::StripeGateway::customer(&api, "cus_1").await.unwrap_err();
    assert_eq!(error, GatewayError::Unreachable("too slow"));
}

/// The same server with short timeouts.
fn impatient(shop: &Shop) -> crate::testing::Client {
    let key = Secret::new(shop.stripe.secret_key());
    let api = StripeApi::with_timeout(&key, shop.stripe.url(), std::time::Duration::from_millis(50)).unwrap();
    let gateway = std::sync::Arc::new(api);
    let mut billing = shop.server.app.part::<Billing>().clone();
    billing.stripe.as_mut().unwrap().gateway = gateway;
    let app = shop.server.app.clone().with_part(billing);
    shop.owner.clone().on(crate::app::router(&app, None))
}

#[tokio::test]
async fn a_stripe_that_does_not_answer_in_time_is_told_like_one_that_is_down() {
    let shop = Shop::new().await;
    let before = shop.clinic.fingerprint().await;
    let owner = impatient(&shop);
    for route in ["", "POST /v1/checkout"] {
        shop.stripe.fail(route, Fault::Slow(std::time::Duration::from_mins(10)), None);
        let told = owner.post("/api/stripe/create-checkout-session", wanted()).await;
        assert_eq!(told.refused(StatusCode::BAD_GATEWAY, "checkout_failed")["error"], SENTENCE, "{route}");
        shop.stripe.mend();
    }
    assert_eq!(shop.clinic.fingerprint().await, before);
    shop.checkout("plus", "monthly").await;
    assert_eq!(shop.stripe.objects("customer").len(), 1);
}

/// Whatever fails at Stripe during a sync, nothing is lost, and the next sync sees it.
#[tokio::test]
async fn a_look_that_fails_in_any_way_loses_nothing() {
    let shop = Shop::new().await;
    shop.checkout("plus", "monthly").await;
    shop.pay(Card::Works);
    shop.deliver().await;
    let faults = [
        Fault::Down,
        Fault::Status(500),
        Fault::Status(429),
        Fault::Redirect("http://127.0.0.1:9/".to_owned()),
        Fault::Garbage,
        Fault::AnswerLost,
    ];
    for fault in faults {
        shop.stripe.fail("", fault.clone(), None);
        assert_eq!(
            shop.syncer().one(Some(shop.clinic.provisioned.id)).await.unwrap(),
            Some(SyncOutcome::Failed),
            "{fault:?}"
        );
        assert_eq!(shop.clinic.count("{}.subscription").await, 0, "{fault:?}");
        let account = shop.account().await;
        assert!(account.dirty_seq > account.synced_seq && account.last_error.is_some(), "{fault:?}");
        shop.stripe.mend();
        shop.clinic.clock().advance(TimeDelta::hours(2));
    }
    assert_eq!(shop.look().await, 1);
    assert_eq!(shop.clinic.count("{}.subscription where sub_status = 'Trialing'").await, 1);
}

#[tokio::test]
async fn what_was_taken_in_while_stripe_was_down_is_seen_later() {
    let shop = Shop::new().await;
    shop.checkout("plus", "monthly").await;
    shop.pay(Card::Works);
    shop.stripe.fail("", Fault::Status(500), None);
    shop.deliver().await;
    // The worker that starts now crashes; another finds the account still marked.
    assert_eq!(shop.syncer().one(Some(shop.clinic.provisioned.id)).await.unwrap(), Some(SyncOutcome::Failed));
    assert_eq!(shop.list().await, json!([]));
    shop.stripe.mend();
    shop.clinic.clock().advance(TimeDelta::seconds(10));
    assert_eq!(shop.look().await, 1);
    assert_eq!(shop.only().await["sub_status"], "Trialing");
    let account = shop.account().await;
    assert_eq!((account.attempts, account.last_error), (0, None));
}

#[tokio::test]
async fn a_worker_that_dies_between_the_inbox_and_the_look_loses_nothing() {
    let shop = Shop::new().await;
    shop.checkout("plus", "monthly").await;
    shop.pay(Card::Works);
    shop.deliver().await;
    let own = Some(shop.clinic.provisioned.id);
    let claimed = shop.server.app.part::<Billing>().repo.claim(own, shop.clinic.clock().now()).await.unwrap();
    drop(claimed.expect("it is marked"));
    assert_eq!(shop.syncer().one(own).await.unwrap(), None, "it is somebody's for a minute");
    shop.clinic.clock().advance(TimeDelta::seconds(61));
    assert_eq!(shop.look().await, 1);
    assert_eq!(shop.only().await["sub_status"], "Trialing");
}

#[tokio::test]
async fn a_worker_that_was_overtaken_writes_nothing() {
    let mut shop = Shop::new().await;
    shop.checkout("plus", "monthly").await;
    shop.pay(Card::Works);
    shop.deliver().await;
    let own = Some(shop.clinic.provisioned.id);
    let slow = shop.syncer();
    let claimed = shop.server.app.part::<Billing>().repo.claim(own, shop.clinic.clock().now()).await.unwrap().unwrap();
    let fetched = slow.fetch(&claimed).await.unwrap();
    // Much happens while it waits: the trial ends, and another worker has synced that.
    shop.pass(15).await;
    shop.settle().await;
    assert_eq!(shop.only().await["sub_status"], "Active");
    let before = shop.clinic.fingerprint().await;
    assert_eq!(slow.write(claimed, fetched).await.unwrap(), SyncOutcome::Overtaken);
    assert_eq!(shop.clinic.fingerprint().await, before);
}

#[tokio::test]
async fn what_came_in_during_a_look_is_looked_at_again() {
    let shop = Shop::new().await;
    shop.checkout("plus", "monthly").await;
    shop.pay(Card::Works);
    shop.deliver().await;
    let own = Some(shop.clinic.provisioned.id);
    let syncer = shop.syncer();
    let claimed = shop.server.app.part::<Billing>().repo.claim(own, shop.clinic.clock().now()).await.unwrap().unwrap();
    let fetched = syncer.fetch(&claimed).await.unwrap();
    let id = shop.subscription()["id"].as_str().unwrap().to_owned();
    shop.stripe.force(&id, &json!({ "status": "past_due" }), "customer.subscription.updated");
    shop.deliver().await;
    assert_eq!(syncer.write(claimed, fetched).await.unwrap(), SyncOutcome::Written);
    assert_eq!(shop.only().await["sub_status"], "Trialing");
    assert_eq!(shop.look().await, 1);
    assert_eq!(shop.only().await["sub_status"], "Past Due");
}

#[tokio::test]
async fn a_crash_between_the_two_commits_is_healed_by_looking_again() {
    let shop = Shop::new().await;
    shop.subscribed("plus", Card::Works).await;
    let before = shop.clinic.fingerprint().await;
    // The clinic's rows are committed, the registry's row is not.
    shop.registry(
        "update registry.billing_account set synced_seq = 0, stripe_subscription_id = null where clinic_id = {}",
    )
    .await;
    assert_eq!(shop.look().await, 1);
    assert_eq!(shop.clinic.fingerprint().await, before);
    assert!(shop.account().await.stripe_subscription_id.is_some());
}

#[tokio::test]
async fn a_subscription_that_names_another_clinics_attempt_stays_its_own_clinics() {
    let shop = Shop::new().await;
    let other = shop.server.clinic().await;
    let others_owner = other.owner().await;
    let mut new = factories::subscription();
    new["sub_payment_method"] = json!("New card entry (Stripe Checkout)");
    let row = others_owner.post("/api/subscriptions", new).await.expect(StatusCode::CREATED);
    let body = json!({ "plan": "plus", "billing": "monthly", "subscription_id": row["id"] });
    others_owner.post("/api/stripe/create-checkout-session", body).await.expect(StatusCode::OK);
    let attempt = shop.server.app.part::<Billing>().repo.open_attempt(other.provisioned.id).await.unwrap().unwrap();
    let before = other.fingerprint().await;

    shop.checkout("plus", "monthly").await;
    shop.pay(Card::Works);
    let id = shop.subscription()["id"].as_str().unwrap().to_owned();
    let forged = json!({ "metadata": { "celadon_attempt": attempt.id, "celadon_clinic": other.provisioned.id } });
    shop.stripe.force(&id, &forged, "customer.subscription.updated");
    shop.settle().await;
    let syncer = shop.syncer();
    assert_eq!(syncer.one(Some(other.provisioned.id)).await.unwrap(), None, "nobody marked the other clinic");
    assert_eq!(other.fingerprint().await, before);
    assert_eq!(shop.only().await["is_at_stripe"], true);
    assert_ne!(shop.only().await["id"], row["id"]);
}

#[tokio::test]
async fn a_price_other_than_the_one_we_show_is_not_sold() {
    let shop = Shop::new().await;
    let price = shop.stripe.objects("price").into_iter().find(|price| price["lookup_key"] == "celadon_plus_monthly");
    let id = price.unwrap()["id"].as_str().unwrap().to_owned();
    shop.stripe.force(&id, &json!({ "unit_amount": 9999 }), "price.updated");
    let told = shop.owner.post("/api/stripe/create-checkout-session", wanted()).await;
    told.refused(StatusCode::BAD_GATEWAY, "checkout_failed");
    shop.checkout("pro", "monthly").await;
}

#[tokio::test]
async fn nothing_that_is_kept_holds_a_secret_or_an_address() {
    let shop = Shop::new().await;
    shop.subscribed("plus", Card::Works).await;
    for table in ["billing_account", "stripe_event", "checkout_attempt"] {
        let rows = shop
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
async fn a_suspended_clinics_account_waits_without_an_error_until_the_clinic_is_open_again() {
    let shop = Shop::new().await;
    shop.subscribed("plus", Card::Works).await;
    let (subdomain, id) = (shop.clinic.provisioned.subdomain.clone(), shop.clinic.provisioned.id);
    let now = shop.clinic.clock().now();
    shop.server.app.part::<Billing>().repo.mark(id, now).await.unwrap();
    assert!(shop.clinic.owner_db.set_status(&subdomain, ClinicStatus::Suspended).await.unwrap());
    assert_eq!(shop.syncer().one(Some(id)).await.unwrap(), None, "nobody looks at it");
    assert_eq!(shop.account().await.attempts, 0);
    // Distinguished from other tests' accounts by its mode: only this one is counted.
    shop.registry("update registry.billing_account set livemode = true where clinic_id = {}").await;
    let live = BillingRepo::new(shop.server.app.tenants.db.clone(), true);
    assert_eq!(live.behind().await.unwrap(), 0, "nothing can be done about it, so nobody is woken");
    assert_eq!(live.sweep(TimeDelta::zero(), TimeDelta::days(90), now).await.unwrap(), 0);

    assert!(shop.clinic.owner_db.set_status(&subdomain, ClinicStatus::Active).await.unwrap());
    assert_eq!(live.behind().await.unwrap(), 1);
    shop.registry("update registry.billing_account set livemode = false where clinic_id = {}").await;
    assert_eq!(shop.look().await, 1, "what came meanwhile is looked at");
}
