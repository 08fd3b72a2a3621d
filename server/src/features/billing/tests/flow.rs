use axum::http::StatusCode;
use serde_json::{Value, json};
use stripe_standin::Card;

use super::shop::Shop;

use crate::features::billing::Billing;

#[tokio::test]
async fn from_the_pricing_page_to_trialing_active_and_canceled() {
    let mut shop = Shop::new().await;
    let url = shop.checkout("plus", "monthly").await;
    assert!(url.starts_with(shop.stripe.url()), "{url}");
    let session = shop.session();
    // From the registry, whatever the request's Host was.
    let origin = shop.clinic.origin();
    assert_eq!(
        session["success_url"],
        format!("{origin}/payment/success?plan=plus&session_id={{CHECKOUT_SESSION_ID}}")
    );
    assert_eq!(session["cancel_url"], format!("{origin}/pricing"));
    assert_eq!(shop.list().await, json!([]), "nothing is believed before Stripe has it");
    shop.pay(Card::Works);
    shop.settle().await;
    let row = shop.only().await;
    assert_eq!(
        (&row["sub_status"], &row["sub_plan"], &row["is_at_stripe"]),
        (&json!("Trialing"), &json!("plus"), &json!(true))
    );
    assert_eq!((&row["sub_price"], &row["sub_first_charge_amount"]), (&json!(99.0), &json!(0.0)));
    // Stripe charges when the trial ends, not a month later.
    assert_eq!(row["sub_next_bill_date"], row["sub_trial_end"]);
    assert_eq!((&row["sub_sig"], &row["sub_terms"]), (&Value::Null, &json!(false)));
    assert_eq!((&shop.plan().await["plan"], &shop.plan().await["trial_end"]), (&json!("plus"), &row["sub_trial_end"]));

    shop.pass(15).await;
    shop.settle().await;
    assert_eq!(shop.only().await["sub_status"], "Active");

    let id = shop.subscription()["id"].as_str().unwrap().to_owned();
    shop.stripe.call("POST", &format!("subscriptions/{id}"), &json!({ "cancel_at_period_end": "true" })).unwrap();
    shop.settle().await;
    let ending = shop.only().await;
    assert_eq!((&ending["sub_status"], &ending["sub_next_bill_date"]), (&json!("Active"), &Value::Null));
    assert!(ending["cancel_at"].is_string());

    shop.pass(32).await;
    shop.settle().await;
    let ended = shop.only().await;
    assert_eq!((&ended["sub_status"], &ended["cancel_at"]), (&json!("Canceled"), &Value::Null));
    assert!(ended["ended_at"].is_string());
    let history = shop.owner.get(&format!("/api/subscriptions/{}/history", ended["id"])).await.expect(StatusCode::OK);
    let lines: Vec<_> = history
        .as_array()
        .unwrap()
        .iter()
        .map(|line| (line["from_status"].clone(), line["to_status"].clone(), line["source"].clone()))
        .collect();
    let stripe = json!("stripe");
    assert_eq!(
        lines,
        [
            (json!("Active"), json!("Canceled"), stripe.clone()),
            (json!("Trialing"), json!("Active"), stripe.clone()),
            (Value::Null, json!("Trialing"), stripe),
        ]
    );
    assert!(history[0]["changed_at"].as_str() > history[2]["changed_at"].as_str());

    // There is only one trial.
    shop.checkout("pro", "annual").await;
    shop.pay(Card::Works);
    shop.settle().await;
    let list = shop.list().await;
    assert_eq!((&list[0]["sub_status"], &list[0]["sub_trial_enabled"]), (&json!("Active"), &json!(false)));
    assert_eq!((&list[0]["sub_price"], &list[0]["sub_billing"]), (&json!(1440.0), &json!("annual")));
    assert_eq!(list[0]["sub_first_charge_amount"], json!(1440.0));
}

#[tokio::test]
async fn a_card_that_fails_gives_grace_then_reading_only_then_everything_again() {
    let mut shop = Shop::new().await;
    shop.subscribed("plus", Card::Fails).await;
    shop.pass(15).await;
    shop.settle().await;
    assert_eq!(shop.only().await["sub_status"], "Past Due");
    let plan = shop.plan().await;
    assert_eq!(
        (&plan["access"], &plan["notice"]),
        (&json!("grace"), &json!("The last payment failed. Please check the card."))
    );
    assert_eq!(shop.clinic.count("{}.billing_notice where kind = 'payment_failed'").await, 1);
    // Only our clock moves, so that the end of Stripe's retries does not interfere.
    shop.clinic.clock().advance(chrono::TimeDelta::days(15));
    shop.owner = shop.clinic.owner().await;
    assert_eq!(shop.plan().await["access"], "read_only");
    let id = shop.subscription()["id"].as_str().unwrap().to_owned();
    shop.stripe.force(&id, &json!({ "status": "active" }), "customer.subscription.updated");
    shop.settle().await;
    assert_eq!(shop.only().await["sub_status"], "Active");
    let plan = shop.plan().await;
    assert_eq!((&plan["access"], &plan["notice"]), (&json!("full"), &Value::Null));
}

#[tokio::test]
async fn the_page_that_people_come_back_to_needs_no_webhook() {
    let shop = Shop::new().await;
    shop.checkout("basic", "annual").await;
    shop.pay(Card::Works);
    shop.stripe.take_held();
    let answer = shop.owner.post("/api/stripe/refresh", json!({})).await.expect(StatusCode::OK);
    assert_eq!(answer, json!({ "refreshed": true }));
    let row = shop.only().await;
    assert_eq!((&row["sub_status"], &row["sub_price"]), (&json!("Trialing"), &json!(468.0)));
    let open = shop.server.app.part::<Billing>().repo.open_attempt(shop.clinic.provisioned.id).await.unwrap();
    assert_eq!(open, None, "the checkout is over");
}

#[tokio::test]
async fn a_day_without_a_webhook_is_made_up_for() {
    let mut shop = Shop::new().await;
    shop.subscribed("plus", Card::Works).await;
    shop.pass(15).await;
    shop.stripe.take_held();
    assert_eq!(shop.look().await, 0, "nobody has said anything");
    shop.syncer().sweep().await;
    assert_eq!(shop.look().await, 1);
    assert_eq!(shop.only().await["sub_status"], "Active");
}

#[tokio::test]
async fn two_tabs_are_one_checkout_and_another_plan_closes_the_first() {
    let shop = Shop::new().await;
    let (one, other) = tokio::join!(shop.checkout("plus", "monthly"), shop.checkout("plus", "monthly"));
    assert_eq!(one, other);
    assert_eq!(shop.checkout("plus", "monthly").await, one);
    assert_eq!(shop.stripe.objects("checkout.session").len(), 1);
    assert_eq!(shop.stripe.objects("customer").len(), 1);
    assert_ne!(shop.checkout("pro", "monthly").await, one);
    let states: Vec<_> =
        shop.stripe.objects("checkout.session").iter().map(|session| session["status"].clone()).collect();
    assert_eq!(states, ["expired", "open"]);
}

#[tokio::test]
async fn who_has_a_subscription_manages_it_instead_of_buying_another() {
    let shop = Shop::new().await;
    let wanted = json!({ "plan": "plus", "billing": "monthly" });
    shop.owner.post("/api/stripe/portal-session", json!({})).await.refused(StatusCode::CONFLICT, "no_subscription");
    shop.checkout("plus", "monthly").await;
    shop.pay(Card::Works);
    // Nothing of it is known here yet.
    shop.owner
        .post("/api/stripe/create-checkout-session", wanted)
        .await
        .refused(StatusCode::CONFLICT, "already_subscribed");
    assert_eq!(shop.stripe.objects("checkout.session").len(), 1);
    assert_eq!(shop.look().await, 1, "the refusal had it looked at");
    assert_eq!(shop.only().await["sub_status"], "Trialing");
    let portal = shop.owner.post("/api/stripe/portal-session", json!({})).await.expect(StatusCode::OK);
    assert!(portal["url"].as_str().unwrap().starts_with(shop.stripe.url()));
}

#[tokio::test]
async fn the_row_of_the_form_becomes_the_subscription_and_keeps_what_was_signed() {
    let shop = Shop::new().await;
    let manual = shop.form("Other (manual)").await.expect(StatusCode::CREATED);
    let row = shop.form("New card entry (Stripe Checkout)").await.expect(StatusCode::CREATED);
    let ask = |id: &Value, plan: &str| {
        let body = json!({ "plan": plan, "billing": "monthly", "subscription_id": id });
        shop.owner.post("/api/stripe/create-checkout-session", body)
    };
    ask(&manual["id"], "plus").await.refused(StatusCode::CONFLICT, "not_for_checkout");
    ask(&json!(1), "plus").await.refused(StatusCode::NOT_FOUND, "not_found");
    ask(&row["id"], "pro").await.refused_field("plan");
    assert!(shop.stripe.objects("customer").is_empty());
    ask(&row["id"], "plus").await.expect(StatusCode::OK);
    shop.pay(Card::Works);
    shop.settle().await;
    let list = shop.list().await;
    assert_eq!(list.as_array().unwrap().len(), 2);
    assert_eq!((&list[0]["id"], &list[0]["is_at_stripe"]), (&row["id"], &json!(true)));
    for kept in ["sub_sig", "sub_sig_date", "sub_notes", "sub_terms", "sub_first_charge_amount", "sub_payment_method"] {
        assert_eq!(list[0][kept], row[kept], "{kept}");
    }
    assert_eq!(list[1], manual);
    ask(&row["id"], "plus").await.refused(StatusCode::CONFLICT, "not_for_checkout");
}

#[tokio::test]
async fn the_card_on_file_is_charged_when_there_is_one() {
    const METHOD: &str = "Card on file (Stripe)";
    let shop = Shop::new().await;
    let before = shop.clinic.fingerprint().await;
    shop.form(METHOD).await.refused(StatusCode::CONFLICT, "no_card_on_file");
    assert_eq!(shop.clinic.fingerprint().await, before);
    // A customer without a card.
    shop.checkout("plus", "monthly").await;
    shop.form(METHOD).await.refused(StatusCode::CONFLICT, "no_card_on_file");
    let customer = shop.stripe.objects("customer")[0]["id"].as_str().unwrap().to_owned();
    shop.stripe.save_card(&customer, Card::Works).unwrap();
    let made = shop.form(METHOD).await.expect(StatusCode::CREATED);
    assert_eq!(shop.stripe.objects("checkout.session")[0]["status"], "expired", "it could have been paid as well");
    shop.look().await;
    let row = shop.only().await;
    assert_eq!((&row["id"], &row["is_at_stripe"], &row["sub_status"]), (&made["id"], &json!(true), &json!("Trialing")));
    assert_eq!(row["sub_notes"], "Agreed by phone");
    shop.form(METHOD).await.refused(StatusCode::CONFLICT, "already_subscribed");
    assert_eq!(shop.stripe.objects("subscription").len(), 1);
}

#[tokio::test]
async fn a_customer_that_was_deleted_ends_it_all_and_the_next_is_another() {
    let shop = Shop::new().await;
    shop.subscribed("plus", Card::Works).await;
    let first = shop.account().await.stripe_customer_id.unwrap();
    shop.stripe.call("DELETE", &format!("customers/{first}"), &json!({})).unwrap();
    shop.settle().await;
    assert_eq!(shop.only().await["sub_status"], "Canceled");
    shop.checkout("plus", "monthly").await;
    let second = shop.account().await.stripe_customer_id.unwrap();
    assert_ne!(first, second);
    shop.pay(Card::Works);
    shop.settle().await;
    let list = shop.list().await;
    assert_eq!((&list[0]["sub_status"], &list[1]["sub_status"]), (&json!("Active"), &json!("Canceled")));
}

#[tokio::test]
async fn the_end_of_a_trial_is_told_once_and_only_while_it_lasts() {
    let mut shop = Shop::new().await;
    shop.subscribed("plus", Card::Works).await;
    shop.pass(12).await;
    shop.settle().await;
    let notices = "{}.billing_notice where kind = 'trial_will_end'";
    assert_eq!(shop.clinic.count(notices).await, 1);
    let id = shop.subscription()["id"].as_str().unwrap().to_owned();
    shop.stripe.force(&id, &json!({ "metadata": { "again": "1" } }), "customer.subscription.trial_will_end");
    shop.settle().await;
    assert_eq!(shop.clinic.count(notices).await, 1);
}

#[tokio::test]
async fn a_status_that_nobody_knows_changes_nothing_that_is_shown() {
    let shop = Shop::new().await;
    shop.subscribed("plus", Card::Works).await;
    let id = shop.subscription()["id"].as_str().unwrap().to_owned();
    shop.stripe.force(&id, &json!({ "status": "hibernating" }), "customer.subscription.updated");
    shop.settle().await;
    assert_eq!(shop.only().await["sub_status"], "Trialing");
    assert_eq!(shop.plan().await["access"], "full");
    shop.stripe.force(&id, &json!({ "status": "unpaid" }), "customer.subscription.updated");
    shop.settle().await;
    assert_eq!(
        (&shop.only().await["sub_status"], &shop.plan().await["access"]),
        (&json!("Past Due"), &json!("read_only"))
    );
}

#[tokio::test]
async fn a_plan_begins_with_what_is_left_of_the_trial_of_the_sign_up() {
    for (left, days, status) in [("9 days 12 hours", Some("10"), "Trialing"), ("-1 hours", None, "Active")] {
        let shop = Shop::new().await;
        let set = format!("update {{}}.clinic_setting set trial_ends_at = now() + interval '{left}'");
        shop.clinic.plant(&set).await;
        shop.checkout("plus", "annual").await;
        let requests = shop.stripe.requests();
        let opened = requests.iter().find(|request| request.path == "/v1/checkout/sessions").unwrap();
        let session = &opened.sent;
        assert_eq!(session["subscription_data"]["trial_period_days"].as_str(), days);
        let terms = session["custom_text"]["submit"]["message"].as_str().unwrap();
        assert!(terms.starts_with("You authorize recurring charges of $948 each year"), "{terms}");
        assert_eq!(terms.contains("after the 10 days of trial"), days.is_some(), "{terms}");
        shop.pay(Card::Works);
        shop.settle().await;
        assert_eq!(shop.only().await["sub_status"], status);
    }
}
