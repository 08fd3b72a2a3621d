//! The mails to those who manage a clinic's billing.

use serde_json::json;
use stripe_standin::Card;

use super::stripe_clinic::StripeClinic;
use crate::testing::factories;
use base::permission::Role;

/// The mails to this address, by their subjects and texts.
async fn mails_to(fixture: &StripeClinic, email: &str) -> Vec<String> {
    factories::mails(&fixture.clinic).await.into_iter().filter(|mail| mail.contains(email)).collect()
}

const OWNER: &str = "owner@clinic.example";

#[tokio::test]
async fn only_members_who_manage_billing_are_mailed_each_notice_once() {
    let mut fixture = StripeClinic::new().await;
    let manager = factories::member(&fixture.clinic, Role::PracticeManager).await;
    let nurse = factories::member(&fixture.clinic, Role::Nurse).await;
    let director = factories::member(&fixture.clinic, Role::MedicalDirector).await;
    factories::patient(&fixture.owner).await;
    fixture.subscribed("plus", Card::Fails).await;
    assert_eq!(factories::mails(&fixture.clinic).await, Vec::<String>::new(), "a trial that begins is no news");

    fixture.advance_days(12).await;
    fixture.settle().await;
    let trial_end = fixture.only_row().await["sub_trial_end"].as_str().unwrap().parse::<chrono::NaiveDate>().unwrap();
    for payer in [OWNER, &manager] {
        let mails = mails_to(&fixture, payer).await;
        assert_eq!(mails.len(), 1, "{mails:?}");
        for part in [
            "The trial ends soon",
            &format!("ends on {}", trial_end.format("%B %-d, %Y")),
            "$99.00 is charged",
            &format!("{}/subscriptions", fixture.clinic.origin()),
        ] {
            assert!(mails[0].contains(part), "{part}: {}", mails[0]);
        }
    }

    fixture.advance_days(3).await;
    fixture.settle().await;
    let mails = mails_to(&fixture, OWNER).await;
    assert_eq!(mails.len(), 2, "the failed payment and the status are one thing: {mails:?}");
    assert!(mails[1].contains("A payment failed") && mails[1].contains("Nothing changes until"), "{}", mails[1]);

    // A notice that occurs again is sent only once.
    let id = fixture.subscription()["id"].as_str().unwrap().to_owned();
    fixture.stripe.force(&id, &json!({ "metadata": { "again": "1" } }), "customer.subscription.updated");
    fixture.settle().await;
    fixture.syncer().sweep().await;
    fixture.sync_all().await;
    assert_eq!(mails_to(&fixture, OWNER).await.len(), 2);

    fixture.stripe.call("DELETE", &format!("subscriptions/{id}"), &json!({})).unwrap();
    fixture.settle().await;
    let mails = mails_to(&fixture, OWNER).await;
    assert_eq!(mails.len(), 3, "{mails:?}");
    assert!(mails[2].contains("The subscription has ended"), "{}", mails[2]);
    assert_eq!(mails_to(&fixture, &manager).await.len(), 3);
    for other in [&nurse, &director] {
        assert_eq!(mails_to(&fixture, other).await, Vec::<String>::new());
    }
    for mail in factories::mails(&fixture.clinic).await {
        assert!(!mail.contains("Lindqvist") && !mail.contains("nora@example.com"), "a patient is named: {mail}");
    }
}

#[tokio::test]
async fn a_notice_that_no_longer_holds_is_not_mailed() {
    let mut fixture = StripeClinic::new().await;
    fixture.subscribed("plus", Card::Fails).await;
    fixture.advance_days(15).await;
    fixture.settle().await;
    assert_eq!(fixture.only_row().await["sub_status"], "Past Due");
    assert!(fixture.clinic.count("{}.job where kind = 'billing_notice' and done_at is null").await > 0);
    // The clinic paid before the mail was sent.
    let id = fixture.subscription()["id"].as_str().unwrap().to_owned();
    fixture.stripe.force(&id, &json!({ "status": "active" }), "customer.subscription.updated");
    fixture.settle().await;
    assert_eq!(mails_to(&fixture, OWNER).await, Vec::<String>::new());
    assert_eq!(fixture.clinic.count("{}.job where kind = 'billing_notice' and done_at is null").await, 0);
}

#[tokio::test]
async fn members_who_left_or_changed_roles_are_not_mailed() {
    let mut fixture = StripeClinic::new().await;
    let (left, demoted) = (
        factories::member(&fixture.clinic, Role::PracticeManager).await,
        factories::member(&fixture.clinic, Role::PracticeManager).await,
    );
    fixture.subscribed("plus", Card::Works).await;
    fixture.advance_days(12).await;
    fixture.settle().await;
    assert_eq!(fixture.clinic.count("{}.job where kind = 'billing_notice'").await, 3);
    fixture.clinic.plant(&format!("update {{}}.member set status = 'inactive' where email = '{left}'")).await;
    fixture.clinic.plant(&format!("update {{}}.member set role = 'Staff' where email = '{demoted}'")).await;
    assert_eq!(mails_to(&fixture, OWNER).await.len(), 1);
    for other in [left, demoted] {
        assert_eq!(mails_to(&fixture, &other).await, Vec::<String>::new());
    }
}

#[tokio::test]
async fn an_abandoned_subscription_row_is_not_mailed_as_an_end() {
    let fixture = StripeClinic::new().await;
    let row = fixture.form("New card entry (Stripe Checkout)").await.expect(axum::http::StatusCode::CREATED);
    let body = json!({ "plan": "plus", "billing": "monthly", "subscription_id": row["id"] });
    fixture.owner.post("/api/stripe/create-checkout-session", body).await.expect(axum::http::StatusCode::OK);
    fixture.pay(Card::Works);
    let id = fixture.subscription()["id"].as_str().unwrap().to_owned();
    fixture.stripe.force(&id, &json!({ "status": "incomplete_expired" }), "customer.subscription.updated");
    fixture.settle().await;
    assert_eq!(fixture.only_row().await["sub_status"], "Canceled");
    assert_eq!(factories::mails(&fixture.clinic).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_clinics_name_never_becomes_a_link_in_a_mail() {
    let mut fixture = StripeClinic::new().await;
    // Such a name may have been stored before such names were refused.
    let id = fixture.clinic.provisioned.id;
    let name = "Pay at https://evil.example/now";
    fixture.clinic.plant(&format!("update registry.clinic set name = '{name}' where id = '{id}'")).await;
    fixture.subscribed("plus", Card::Fails).await;
    for days in [12, 3] {
        fixture.advance_days(days).await;
        fixture.settle().await;
        mails_to(&fixture, OWNER).await;
    }
    let subscription = fixture.subscription()["id"].as_str().unwrap().to_owned();
    fixture.stripe.call("DELETE", &format!("subscriptions/{subscription}"), &json!({})).unwrap();
    fixture.settle().await;
    let mails = mails_to(&fixture, OWNER).await;
    assert_eq!(mails.len(), 3, "{mails:?}");
    for mail in mails {
        assert_eq!(mail.matches("Pay at https   evil example now").count(), 3, "subject, text and foot: {mail}");
        assert!(!mail.contains("evil."), "{mail}");
    }
}
