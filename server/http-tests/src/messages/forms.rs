//! The forms that a reminder brings.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{book, mails_after_the_hold, sending, wait_until_due};
use crate::testing::{Client, TestClinic, factories};

/// The tokens of the consent links in a mail.
fn form_tokens(mail: &str) -> Vec<String> {
    let text = mail.split("text/html").next().unwrap().replace("=\r\n", "").replace("=\n", "");
    let links = text.split("/portal/sign/").skip(1);
    links.map(|rest| rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect()).collect()
}

async fn opens(clinic: &TestClinic, token: &str) -> StatusCode {
    clinic.anonymous().get(&format!("/api/portal/consent/{token}")).await.status
}

/// A patient with a visit in five days, after the booking's mail was sent.
async fn booked() -> (TestClinic, Client, i64) {
    let (clinic, owner, patient) = sending().await;
    book(&clinic, &owner, patient, 5).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    (clinic, owner, patient)
}

async fn the_reminder(clinic: &TestClinic) -> String {
    wait_until_due(clinic).await;
    let mut mails = factories::mails(clinic).await;
    // Ignores mails about forms that were signed meanwhile.
    mails.retain(|mail| !mail.contains("Your copy is ready"));
    assert_eq!(mails.len(), 2);
    mails.remove(1)
}

#[tokio::test]
async fn a_reminder_links_the_forms_that_wait_and_says_nothing_of_them() {
    let (clinic, owner, patient) = booked().await;
    let (_, signed) = factories::consent(&owner, patient).await;
    clinic.anonymous().post_nothing(&format!("/api/portal/consent/{signed}/sign")).await.expect(StatusCode::OK);
    let (withdrawn, _) = factories::consent(&owner, patient).await;
    owner.post_nothing(&format!("/api/consents/issued/{withdrawn}/revoke")).await.expect(StatusCode::OK);
    let (_, declined) = factories::consent(&owner, patient).await;
    let decline = json!({ "reason": "Not yet" });
    clinic.anonymous().post(&format!("/api/portal/consent/{declined}/decline"), decline).await.expect(StatusCode::OK);
    let (_, first) = factories::consent(&owner, patient).await;
    let (_, second) = factories::consent(&owner, patient).await;
    // The link of the second form has expired by the day of the reminder; the form is still unsigned.
    clinic
        .plant("update {}.consent set link_expires_at = now() - interval '1 day' where id = (select max(id) from {}.consent)")
        .await;
    let mail = the_reminder(&clinic).await;
    let tokens = form_tokens(&mail);
    assert_eq!(tokens.len(), 2, "{mail}");
    for token in &tokens {
        assert_eq!(opens(&clinic, token).await, StatusCode::OK);
    }
    for former in [&first, &second] {
        assert_ne!(opens(&clinic, former).await, StatusCode::OK, "a new link replaces the former one");
    }
    assert!(!mail.contains("Botox"), "the name of a form may say what is treated: {mail}");
    let owner = clinic.owner().await;
    let listed = owner.get(&format!("/api/patients/{patient}/messages")).await.expect(StatusCode::OK);
    let body = listed[0]["body"].as_str().unwrap();
    assert_eq!(body.matches("(the patient's own link)").count(), 3, "{body}");
    assert!(!body.contains("http"), "{body}");
}

#[tokio::test]
async fn without_forms_a_reminder_has_no_gap() {
    let (clinic, ..) = booked().await;
    let mail = the_reminder(&clinic).await;
    assert!(form_tokens(&mail).is_empty() && !mail.contains("read and sign") && !mail.contains("{forms}"), "{mail}");
}

#[tokio::test]
async fn words_without_the_forms_leave_their_links_as_they_are() {
    let (clinic, owner, patient) = booked().await;
    let (_, token) = factories::consent(&owner, patient).await;
    let own = json!({ "subject": "Soon", "body": "See you on {date}: {link}" });
    owner.put("/api/messages/templates/reminder", own).await.expect(StatusCode::OK);
    assert!(form_tokens(&the_reminder(&clinic).await).is_empty());
    assert_eq!(opens(&clinic, &token).await, StatusCode::OK);
}

#[tokio::test]
async fn the_forms_can_be_placed_in_a_reminder_alone_and_are_previewed() {
    let (_, owner, _) = sending().await;
    let own = json!({ "subject": "Soon", "body": "{forms}" });
    let shown = owner.post("/api/messages/templates/reminder/preview", own.clone()).await.expect(StatusCode::OK);
    assert!(shown["text"].as_str().unwrap().contains("/portal/sign/example"), "{shown}");
    assert_eq!(shown["html"].as_str().unwrap().matches("<a href=").count(), 1, "{shown}");
    let listed = owner.get("/api/messages/templates").await.expect(StatusCode::OK);
    let holds = |row: &Value| row["variables"].as_array().unwrap().contains(&json!("forms"));
    let with: Vec<_> = listed.as_array().unwrap().iter().filter(|row| holds(row)).map(|row| &row["kind"]).collect();
    assert_eq!(with, [&json!("reminder")]);
    owner.put("/api/messages/templates/booked", own).await.refused_field("body");
}
