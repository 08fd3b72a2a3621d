use axum::http::StatusCode;
use serde_json::{Value, json};
use stripe_standin::Card;

use super::stripe_clinic::StripeClinic;
use practice::billing::Billing;

#[tokio::test]
async fn a_subscription_goes_from_checkout_to_trialing_active_and_canceled() {
    let mut fixture = StripeClinic::new().await;
    let url = fixture.checkout("plus", "monthly").await;
    assert!(url.starts_with(fixture.stripe.url()), "{url}");
    let session = fixture.session();
    // The origin comes from the registry, whatever the request's Host.
    let origin = fixture.clinic.origin();
    assert_eq!(
        session["success_url"],
        format!("{origin}/payment/success?plan=plus&session_id={{CHECKOUT_SESSION_ID}}")
    );
    assert_eq!(session["cancel_url"], format!("{origin}/pricing"));
    assert_eq!(fixture.list().await, json!([]), "nothing is believed before Stripe has it");
    fixture.pay(Card::Works);
    fixture.settle().await;
    let row = fixture.only_row().await;
    assert_eq!(
        (&row["sub_status"], &row["sub_plan"], &row["is_at_stripe"]),
        (&json!("Trialing"), &json!("plus"), &json!(true))
    );
    assert_eq!((&row["sub_price"], &row["sub_first_charge_amount"]), (&json!(99.0), &json!(0.0)));
    // Stripe charges when the trial ends, not a month later.
    assert_eq!(row["sub_next_bill_date"], row["sub_trial_end"]);
    assert_eq!((&row["sub_sig"], &row["sub_terms"]), (&Value::Null, &json!(false)));
    assert_eq!(
        (&fixture.plan().await["plan"], &fixture.plan().await["trial_end"]),
        (&json!("plus"), &row["sub_trial_end"])
    );

    fixture.advance_days(15).await;
    fixture.settle().await;
    assert_eq!(fixture.only_row().await["sub_status"], "Active");

    let id = fixture.subscription()["id"].as_str().unwrap().to_owned();
    fixture.stripe.call("POST", &format!("subscriptions/{id}"), &json!({ "cancel_at_period_end": "true" })).unwrap();
    fixture.settle().await;
    let ending = fixture.only_row().await;
    assert_eq!((&ending["sub_status"], &ending["sub_next_bill_date"]), (&json!("Active"), &Value::Null));
    assert!(ending["cancel_at"].is_string());

    fixture.advance_days(32).await;
    fixture.settle().await;
    let ended = fixture.only_row().await;
    assert_eq!((&ended["sub_status"], &ended["cancel_at"]), (&json!("Canceled"), &Value::Null));
    assert!(ended["ended_at"].is_string());
    let history =
        fixture.owner.get(&format!("/api/subscriptions/{}/history", ended["id"])).await.expect(StatusCode::OK);
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
    fixture.checkout("pro", "annual").await;
    fixture.pay(Card::Works);
    fixture.settle().await;
    let list = fixture.list().await;
    assert_eq!((&list[0]["sub_status"], &list[0]["sub_trial_enabled"]), (&json!("Active"), &json!(false)));
    assert_eq!((&list[0]["sub_price"], &list[0]["sub_billing"]), (&json!(1440.0), &json!("annual")));
    assert_eq!(list[0]["sub_first_charge_amount"], json!(1440.0));
}

#[tokio::test]
async fn a_failing_card_leads_to_grace_then_read_only_and_payment_restores_access() {
    let mut fixture = StripeClinic::new().await;
    fixture.subscribed("plus", Card::Fails).await;
    fixture.advance_days(15).await;
    fixture.settle().await;
    assert_eq!(fixture.only_row().await["sub_status"], "Past Due");
    let plan = fixture.plan().await;
    assert_eq!(
        (&plan["access"], &plan["notice"]),
        (&json!("grace"), &json!("The last payment failed. Please check the card."))
    );
    assert_eq!(fixture.clinic.count("{}.billing_notice where kind = 'payment_failed'").await, 1);
    // Only our clock moves, so that the end of Stripe's retries does not interfere.
    fixture.clinic.clock().advance(chrono::TimeDelta::days(15));
    fixture.owner = fixture.clinic.owner().await;
    assert_eq!(fixture.plan().await["access"], "read_only");
    let id = fixture.subscription()["id"].as_str().unwrap().to_owned();
    fixture.stripe.force(&id, &json!({ "status": "active" }), "customer.subscription.updated");
    fixture.settle().await;
    assert_eq!(fixture.only_row().await["sub_status"], "Active");
    let plan = fixture.plan().await;
    assert_eq!((&plan["access"], &plan["notice"]), (&json!("full"), &Value::Null));
}

#[tokio::test]
async fn the_return_page_needs_no_webhook() {
    let fixture = StripeClinic::new().await;
    fixture.checkout("basic", "annual").await;
    fixture.pay(Card::Works);
    fixture.stripe.take_held();
    let answer = fixture.owner.post("/api/stripe/refresh", json!({})).await.expect(StatusCode::OK);
    assert_eq!(answer, json!({ "refreshed": true }));
    let row = fixture.only_row().await;
    assert_eq!((&row["sub_status"], &row["sub_price"]), (&json!("Trialing"), &json!(468.0)));
    let open = fixture.server.app.part::<Billing>().repo.open_attempt(fixture.clinic.provisioned.id).await.unwrap();
    assert_eq!(open, None, "the checkout is over");
}

#[tokio::test]
async fn the_daily_sweep_replaces_a_missing_webhook() {
    let mut fixture = StripeClinic::new().await;
    fixture.subscribed("plus", Card::Works).await;
    fixture.advance_days(15).await;
    fixture.stripe.take_held();
    assert_eq!(fixture.sync_all().await, 0, "nobody has said anything");
    fixture.syncer().sweep().await;
    assert_eq!(fixture.sync_all().await, 1);
    assert_eq!(fixture.only_row().await["sub_status"], "Active");
}

#[tokio::test]
async fn two_tabs_share_one_checkout_and_another_plan_replaces_it() {
    let fixture = StripeClinic::new().await;
    let (one, other) = tokio::join!(fixture.checkout("plus", "monthly"), fixture.checkout("plus", "monthly"));
    assert_eq!(one, other);
    assert_eq!(fixture.checkout("plus", "monthly").await, one);
    assert_eq!(fixture.stripe.objects("checkout.session").len(), 1);
    assert_eq!(fixture.stripe.objects("customer").len(), 1);
    assert_ne!(fixture.checkout("pro", "monthly").await, one);
    let states: Vec<_> =
        fixture.stripe.objects("checkout.session").iter().map(|session| session["status"].clone()).collect();
    assert_eq!(states, ["expired", "open"]);
}

#[tokio::test]
async fn a_clinic_with_a_subscription_is_sent_to_the_portal() {
    let fixture = StripeClinic::new().await;
    let wanted = json!({ "plan": "plus", "billing": "monthly" });
    fixture.owner.post("/api/stripe/portal-session", json!({})).await.refused(StatusCode::CONFLICT, "no_subscription");
    fixture.checkout("plus", "monthly").await;
    fixture.pay(Card::Works);
    // Our rows do not show the subscription yet.
    fixture
        .owner
        .post("/api/stripe/create-checkout-session", wanted)
        .await
        .refused(StatusCode::CONFLICT, "already_subscribed");
    assert_eq!(fixture.stripe.objects("checkout.session").len(), 1);
    assert_eq!(fixture.sync_all().await, 1, "the refusal had it looked at");
    assert_eq!(fixture.only_row().await["sub_status"], "Trialing");
    let portal = fixture.owner.post("/api/stripe/portal-session", json!({})).await.expect(StatusCode::OK);
    assert!(portal["url"].as_str().unwrap().starts_with(fixture.stripe.url()));
}

#[tokio::test]
async fn the_forms_row_becomes_the_subscription_and_keeps_its_signature() {
    let fixture = StripeClinic::new().await;
    let manual = fixture.form("Other (manual)").await.expect(StatusCode::CREATED);
    let row = fixture.form("New card entry (Stripe Checkout)").await.expect(StatusCode::CREATED);
    let checkout_of = |id: &Value, plan: &str| {
        let body = json!({ "plan": plan, "billing": "monthly", "subscription_id": id });
        fixture.owner.post("/api/stripe/create-checkout-session", body)
    };
    checkout_of(&manual["id"], "plus").await.refused(StatusCode::CONFLICT, "not_for_checkout");
    checkout_of(&json!(1), "plus").await.refused(StatusCode::NOT_FOUND, "not_found");
    checkout_of(&row["id"], "pro").await.refused_field("plan");
    assert!(fixture.stripe.objects("customer").is_empty());
    checkout_of(&row["id"], "plus").await.expect(StatusCode::OK);
    fixture.pay(Card::Works);
    fixture.settle().await;
    let list = fixture.list().await;
    assert_eq!(list.as_array().unwrap().len(), 2);
    assert_eq!((&list[0]["id"], &list[0]["is_at_stripe"]), (&row["id"], &json!(true)));
    for kept in ["sub_sig", "sub_sig_date", "sub_notes", "sub_terms", "sub_first_charge_amount", "sub_payment_method"] {
        assert_eq!(list[0][kept], row[kept], "{kept}");
    }
    assert_eq!(list[1], manual);
    checkout_of(&row["id"], "plus").await.refused(StatusCode::CONFLICT, "not_for_checkout");
}

#[tokio::test]
async fn the_card_on_file_is_charged_when_there_is_one() {
    const METHOD: &str = "Card on file (Stripe)";
    let fixture = StripeClinic::new().await;
    let before = fixture.clinic.fingerprint().await;
    fixture.form(METHOD).await.refused(StatusCode::CONFLICT, "no_card_on_file");
    assert_eq!(fixture.clinic.fingerprint().await, before);
    // A customer without a card.
    fixture.checkout("plus", "monthly").await;
    fixture.form(METHOD).await.refused(StatusCode::CONFLICT, "no_card_on_file");
    let customer = fixture.stripe.objects("customer")[0]["id"].as_str().unwrap().to_owned();
    fixture.stripe.save_card(&customer, Card::Works).unwrap();
    let made = fixture.form(METHOD).await.expect(StatusCode::CREATED);
    assert_eq!(fixture.stripe.objects("checkout.session")[0]["status"], "expired", "it could have been paid as well");
    fixture.sync_all().await;
    let row = fixture.only_row().await;
    assert_eq!((&row["id"], &row["is_at_stripe"], &row["sub_status"]), (&made["id"], &json!(true), &json!("Trialing")));
    assert_eq!(row["sub_notes"], "Agreed by phone");
    fixture.form(METHOD).await.refused(StatusCode::CONFLICT, "already_subscribed");
    assert_eq!(fixture.stripe.objects("subscription").len(), 1);
}

#[tokio::test]
async fn a_deleted_customer_ends_the_subscription_and_a_new_one_is_created() {
    let fixture = StripeClinic::new().await;
    fixture.subscribed("plus", Card::Works).await;
    let first = fixture.account().await.stripe_customer_id.unwrap();
    fixture.stripe.call("DELETE", &format!("customers/{first}"), &json!({})).unwrap();
    fixture.settle().await;
    assert_eq!(fixture.only_row().await["sub_status"], "Canceled");
    fixture.checkout("plus", "monthly").await;
    let second = fixture.account().await.stripe_customer_id.unwrap();
    assert_ne!(first, second);
    fixture.pay(Card::Works);
    fixture.settle().await;
    let list = fixture.list().await;
    assert_eq!((&list[0]["sub_status"], &list[1]["sub_status"]), (&json!("Active"), &json!("Canceled")));
}

#[tokio::test]
async fn the_end_of_a_trial_is_mailed_once_and_only_during_the_trial() {
    let mut fixture = StripeClinic::new().await;
    fixture.subscribed("plus", Card::Works).await;
    fixture.advance_days(12).await;
    fixture.settle().await;
    let notices = "{}.billing_notice where kind = 'trial_will_end'";
    assert_eq!(fixture.clinic.count(notices).await, 1);
    let id = fixture.subscription()["id"].as_str().unwrap().to_owned();
    fixture.stripe.force(&id, &json!({ "metadata": { "again": "1" } }), "customer.subscription.trial_will_end");
    fixture.settle().await;
    assert_eq!(fixture.clinic.count(notices).await, 1);
}

#[tokio::test]
async fn an_unknown_status_leaves_the_shown_one_unchanged() {
    let fixture = StripeClinic::new().await;
    fixture.subscribed("plus", Card::Works).await;
    let id = fixture.subscription()["id"].as_str().unwrap().to_owned();
    fixture.stripe.force(&id, &json!({ "status": "hibernating" }), "customer.subscription.updated");
    fixture.settle().await;
    assert_eq!(fixture.only_row().await["sub_status"], "Trialing");
    assert_eq!(fixture.plan().await["access"], "full");
    fixture.stripe.force(&id, &json!({ "status": "unpaid" }), "customer.subscription.updated");
    fixture.settle().await;
    assert_eq!(
        (&fixture.only_row().await["sub_status"], &fixture.plan().await["access"]),
        (&json!("Past Due"), &json!("read_only"))
    );
}

#[tokio::test]
async fn a_first_plan_starts_with_the_rest_of_the_sign_up_trial() {
    for (left, days, status) in [("9 days 12 hours", Some("10"), "Trialing"), ("-1 hours", None, "Active")] {
        let fixture = StripeClinic::new().await;
        let set = format!("update {{}}.clinic_setting set trial_ends_at = now() + interval '{left}'");
        fixture.clinic.plant(&set).await;
        fixture.checkout("plus", "annual").await;
        let requests = fixture.stripe.requests();
        let opened = requests.iter().find(|request| request.path == "/v1/checkout/sessions").unwrap();
        let session = &opened.sent;
        assert_eq!(session["subscription_data"]["trial_period_days"].as_str(), days);
        let terms = session["custom_text"]["submit"]["message"].as_str().unwrap();
        assert!(terms.starts_with("You authorize recurring charges of $948 each year"), "{terms}");
        assert_eq!(terms.contains("after the 10 days of trial"), days.is_some(), "{terms}");
        fixture.pay(Card::Works);
        fixture.settle().await;
        assert_eq!(fixture.only_row().await["sub_status"], status);
    }
}
