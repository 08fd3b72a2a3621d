//! The mails to those who manage a clinic's billing.

use serde_json::json;
use stripe_standin::Card;

use super::shop::Shop;
use crate::{foundation::permission::Role, testing::factories};

/// The mails to this address, by their subjects and texts.
async fn mails_to(shop: &Shop, email: &str) -> Vec<String> {
    factories::mails(&shop.clinic).await.into_iter().filter(|mail| mail.contains(email)).collect()
}

const OWNER: &str = "owner@clinic.example";

#[tokio::test]
async fn those_who_may_pay_are_mailed_each_thing_once_and_nobody_else_anything() {
    let mut shop = Shop::new().await;
    let manager = factories::member(&shop.clinic, Role::PracticeManager).await;
    let nurse = factories::member(&shop.clinic, Role::Nurse).await;
    let director = factories::member(&shop.clinic, Role::MedicalDirector).await;
    factories::patient(&shop.owner).await;
    shop.subscribed("plus", Card::Fails).await;
    assert_eq!(factories::mails(&shop.clinic).await, Vec::<String>::new(), "a trial that begins is no news");

    shop.pass(12).await;
    shop.settle().await;
    let trial_end = shop.only().await["sub_trial_end"].as_str().unwrap().parse::<chrono::NaiveDate>().unwrap();
    for payer in [OWNER, &manager] {
        let mails = mails_to(&shop, payer).await;
        assert_eq!(mails.len(), 1, "{mails:?}");
        for part in [
            "The trial ends soon",
            &format!("ends on {}", trial_end.format("%B %-d, %Y")),
            "$99.00 is charged",
            &format!("{}/subscriptions", shop.clinic.origin()),
        ] {
            assert!(mails[0].contains(part), "{part}: {}", mails[0]);
        }
    }

    shop.pass(3).await;
    shop.settle().await;
    let mails = mails_to(&shop, OWNER).await;
    assert_eq!(mails.len(), 2, "the failed payment and the status are one thing: {mails:?}");
    assert!(mails[1].contains("A payment failed") && mails[1].contains("Nothing changes until"), "{}", mails[1]);

    // The same notice occurs again: it is sent once.
    let id = shop.subscription()["id"].as_str().unwrap().to_owned();
    shop.stripe.force(&id, &json!({ "metadata": { "again": "1" } }), "customer.subscription.updated");
    shop.settle().await;
    shop.syncer().sweep().await;
    shop.look().await;
    assert_eq!(mails_to(&shop, OWNER).await.len(), 2);

    shop.stripe.call("DELETE", &format!("subscriptions/{id}"), &json!({})).unwrap();
    shop.settle().await;
    let mails = mails_to(&shop, OWNER).await;
    assert_eq!(mails.len(), 3, "{mails:?}");
    assert!(mails[2].contains("The subscription has ended"), "{}", mails[2]);
    assert_eq!(mails_to(&shop, &manager).await.len(), 3);
    for other in [&nurse, &director] {
        assert_eq!(mails_to(&shop, other).await, Vec::<String>::new());
    }
    for mail in factories::mails(&shop.clinic).await {
        assert!(!mail.contains("Lindqvist") && !mail.contains("nora@example.com"), "a patient is named: {mail}");
    }
}

#[tokio::test]
async fn what_is_not_so_any_more_is_not_mailed() {
    let mut shop = Shop::new().await;
    shop.subscribed("plus", Card::Fails).await;
    shop.pass(15).await;
    shop.settle().await;
    assert_eq!(shop.only().await["sub_status"], "Past Due");
    assert!(shop.clinic.count("{}.job where kind = 'billing_notice' and done_at is null").await > 0);
    // Paid before the mail was sent.
    let id = shop.subscription()["id"].as_str().unwrap().to_owned();
    shop.stripe.force(&id, &json!({ "status": "active" }), "customer.subscription.updated");
    shop.settle().await;
    assert_eq!(mails_to(&shop, OWNER).await, Vec::<String>::new());
    assert_eq!(shop.clinic.count("{}.job where kind = 'billing_notice' and done_at is null").await, 0);
}

#[tokio::test]
async fn who_has_left_or_changed_roles_since_is_not_written_to() {
    let mut shop = Shop::new().await;
    let (left, demoted) = (
        factories::member(&shop.clinic, Role::PracticeManager).await,
        factories::member(&shop.clinic, Role::PracticeManager).await,
    );
    shop.subscribed("plus", Card::Works).await;
    shop.pass(12).await;
    shop.settle().await;
    assert_eq!(shop.clinic.count("{}.job where kind = 'billing_notice'").await, 3);
    shop.clinic.plant(&format!("update {{}}.member set status = 'inactive' where email = '{left}'")).await;
    shop.clinic.plant(&format!("update {{}}.member set role = 'Staff' where email = '{demoted}'")).await;
    assert_eq!(mails_to(&shop, OWNER).await.len(), 1);
    for other in [left, demoted] {
        assert_eq!(mails_to(&shop, &other).await, Vec::<String>::new());
    }
}

#[tokio::test]
async fn a_row_of_the_form_that_came_to_nothing_is_not_mailed_as_an_end() {
    let shop = Shop::new().await;
    let row = shop.form("New card entry (Stripe Checkout)").await.expect(axum::http::StatusCode::CREATED);
    let body = json!({ "plan": "plus", "billing": "monthly", "subscription_id": row["id"] });
    shop.owner.post("/api/stripe/create-checkout-session", body).await.expect(axum::http::StatusCode::OK);
    shop.pay(Card::Works);
    let id = shop.subscription()["id"].as_str().unwrap().to_owned();
    shop.stripe.force(&id, &json!({ "status": "incomplete_expired" }), "customer.subscription.updated");
    shop.settle().await;
    assert_eq!(shop.only().await["sub_status"], "Canceled");
    assert_eq!(factories::mails(&shop.clinic).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_clinics_name_that_could_be_pressed_leads_nowhere_in_any_of_its_mails() {
    let mut shop = Shop::new().await;
    // A name as it may have been stored before such names were refused.
    let id = shop.clinic.provisioned.id;
    let name = "Pay at https://evil.example/now";
    shop.clinic.plant(&format!("update registry.clinic set name = '{name}' where id = '{id}'")).await;
    shop.subscribed("plus", Card::Fails).await;
    for days in [12, 3] {
        shop.pass(days).await;
        shop.settle().await;
        mails_to(&shop, OWNER).await;
    }
    let subscription = shop.subscription()["id"].as_str().unwrap().to_owned();
    shop.stripe.call("DELETE", &format!("subscriptions/{subscription}"), &json!({})).unwrap();
    shop.settle().await;
    let mails = mails_to(&shop, OWNER).await;
    assert_eq!(mails.len(), 3, "{mails:?}");
    for mail in mails {
        assert_eq!(mail.matches("Pay at https   evil example now").count(), 3, "subject, text and foot: {mail}");
        assert!(!mail.contains("evil."), "{mail}");
    }
}
