//! Reminders of forms that are not signed.

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{SETTINGS, rows, sending, subject, switched_on};
use crate::testing::{TestClinic, factories};
use contact::messages::remind_of_forms;

fn reminding() -> Value {
    let mut settings = switched_on();
    settings["form_reminders"] = json!(true);
    settings
}

/// Runs the hourly work so many days later, and then everything that is due.
async fn mails_after(clinic: &TestClinic, days: i64) -> Vec<String> {
    clinic.clock().advance(TimeDelta::days(days) + TimeDelta::minutes(1));
    remind_of_forms(&clinic.server.app, clinic.provisioned.id, clinic.clock().now()).await.unwrap();
    factories::mails(clinic).await
}

/// A clinic that reminds of forms, a patient, and a form with the token of its link.
async fn issued() -> (TestClinic, i64, i64, String) {
    let (clinic, owner, patient) = sending().await;
    owner.put(SETTINGS, reminding()).await.expect(StatusCode::OK);
    let (consent, token) = factories::consent(&owner, patient).await;
    clinic.plant("update {}.clinic_setting set consent_link_days = 30").await;
    clinic.plant("update {}.consent set expires_at = issued_at + interval '30 days'").await;
    factories::mails(&clinic).await;
    (clinic, patient, consent, token)
}

/// A clinic that has a reminder of a form due.
pub(super) async fn form_due() -> TestClinic {
    let (clinic, ..) = issued().await;
    clinic.clock().advance(TimeDelta::days(5));
    remind_of_forms(&clinic.server.app, clinic.provisioned.id, clinic.clock().now()).await.unwrap();
    clinic
}

async fn opens(clinic: &TestClinic, token: &str) -> StatusCode {
    clinic.anonymous().get(&format!("/api/portal/consent/{token}")).await.status
}

#[tokio::test]
async fn a_form_is_reminded_of_after_five_days_every_two_days_and_five_times() {
    let (clinic, patient, consent, first) = issued().await;
    let mut sent = Vec::new();
    for days in [4, 1, 1, 1, 2, 2, 2, 2, 2] {
        sent.push(mails_after(&clinic, days).await.len());
    }
    assert_eq!(sent, [0, 1, 1, 2, 3, 4, 5, 5, 5]);
    assert_eq!(rows(&clinic).await, vec!["form Sent"; 5]);
    let mails = factories::mails(&clinic).await;
    let mail = mails.last().unwrap();
    assert!(subject(mail).starts_with("A form from ") && mail.contains("Hello Nora"), "{mail}");
    assert!(!mail.contains("Botox"), "the name of a form may say what is treated: {mail}");
    let newest = factories::token_in(mail);
    assert_eq!(opens(&clinic, &newest).await, StatusCode::OK);
    for former in [first, factories::token_in(&mails[0])] {
        assert_ne!(opens(&clinic, &former).await, StatusCode::OK, "a new link replaces the former one");
    }
    let owner = clinic.owner().await;
    let shown = owner.get(&format!("/api/patients/{patient}/timeline?kinds=message")).await.expect(StatusCode::OK);
    assert_eq!((&shown[0]["title"], &shown[0]["state"]), (&json!("form"), &json!("Sent")));
    assert_eq!(shown[0]["of"], json!({ "kind": "consent", "id": consent }));
    let listed = owner.get(&format!("/api/patients/{patient}/messages")).await.expect(StatusCode::OK);
    assert_eq!((&listed[0]["consent_id"], &listed[0]["appointment_id"]), (&json!(consent), &Value::Null));
    let opened = owner.get(&format!("/api/consents/issued/{consent}")).await.expect(StatusCode::OK);
    let reminded = opened["history"].as_array().unwrap().iter().filter(|event| event["kind"] == "sent").count();
    assert_eq!(reminded, 5);
}

#[tokio::test]
async fn a_form_that_is_decided_withdrawn_or_expired_is_not_reminded_of() {
    for end in [
        "insert into {}.consent_decline (consent_id, declined_at, reason, ip, user_agent) select id, now(), 'x', 'x', 'x' from {}.consent",
        "update {}.consent set revoked_at = now()",
        "update {}.consent set expires_at = issued_at + interval '3 days'",
        "update {}.patient set archived_at = now()",
    ] {
        let (clinic, ..) = issued().await;
        clinic.plant(end).await;
        assert_eq!(mails_after(&clinic, 5).await.len(), 0, "{end}");
        assert_eq!(clinic.count("{}.message").await, 0, "{end}");
    }
    let (clinic, _, _, token) = issued().await;
    clinic.anonymous().post_nothing(&format!("/api/portal/consent/{token}/sign")).await.expect(StatusCode::OK);
    assert_eq!(mails_after(&clinic, 5).await.len(), 0);
}

#[tokio::test]
async fn a_reminder_that_waits_says_nothing_once_the_form_is_signed() {
    let (clinic, _, _, token) = issued().await;
    clinic.clock().advance(TimeDelta::days(5));
    let now = clinic.clock().now().with_timezone(&chrono_tz::America::New_York);
    let owner = clinic.owner().await;
    let mut quiet = reminding();
    quiet["quiet_from"] = json!((now - TimeDelta::hours(1)).format("%H:%M").to_string());
    quiet["quiet_to"] = json!((now + TimeDelta::hours(2)).format("%H:%M").to_string());
    owner.put(SETTINGS, quiet).await.expect(StatusCode::OK);
    assert_eq!(mails_after(&clinic, 0).await.len(), 0);
    assert_eq!(rows(&clinic).await, ["form Waiting"]);
    clinic.anonymous().post_nothing(&format!("/api/portal/consent/{token}/sign")).await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::hours(3));
    // Only the mail about the finished copy is sent.
    let mails = factories::mails(&clinic).await;
    assert!(mails.iter().all(|mail| mail.contains("Your copy is ready")), "{mails:?}");
    assert_eq!(rows(&clinic).await, ["form Dropped decided"]);
}

#[tokio::test]
async fn no_form_is_reminded_of_until_the_clinic_switches_it_on_and_of_nobody_who_wants_none() {
    let (clinic, patient, ..) = issued().await;
    let owner = clinic.owner().await;
    owner.put(SETTINGS, switched_on()).await.expect(StatusCode::OK);
    let wish = json!({ "email_reminders": false, "text_reminders": true });
    owner.put(&format!("/api/patients/{patient}/contact-preferences"), wish).await.expect(StatusCode::OK);
    assert_eq!(mails_after(&clinic, 5).await.len(), 0);
    assert_eq!(rows(&clinic).await, Vec::<String>::new());
    let owner = clinic.owner().await;
    owner.put(SETTINGS, reminding()).await.expect(StatusCode::OK);
    assert_eq!(mails_after(&clinic, 0).await.len(), 0);
    assert_eq!(rows(&clinic).await, ["form Dropped not_wanted"]);
}
