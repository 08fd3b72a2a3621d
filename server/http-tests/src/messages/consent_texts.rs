//! The link of a consent by text from the desk.

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{
    SETTINGS, rows,
    text_provider::{StandIn, texting, with_texts},
};
use crate::testing::{Client, TestClinic, factories, tamper::findings};
use base::permission::Role;

fn path(consent: i64) -> String {
    format!("/api/consents/issued/{consent}/text")
}

fn reach(patient: i64) -> String {
    format!("/api/patients/{patient}/text-reach")
}

/// A clinic that texts by a stand-in, with an unsigned consent: the patient, the consent and the token of its link.
async fn issued() -> (TestClinic, Client, StandIn, (i64, i64, String)) {
    let (clinic, owner, patient, stand_in) = texting().await;
    let (consent, token) = factories::consent(&owner, patient).await;
    (clinic, owner, stand_in, (patient, consent, token))
}

/// The token in the text that the provider received.
fn token_in(text: &str) -> String {
    let link = text.split("portal%2Fsign%2F").nth(1).unwrap_or_else(|| panic!("no link: {text}"));
    link.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-' || *c == '_').collect()
}

async fn opens(clinic: &TestClinic, token: &str) -> StatusCode {
    clinic.anonymous().get(&format!("/api/portal/consent/{token}")).await.status
}

#[tokio::test]
async fn a_new_link_is_texted_at_once_and_the_history_says_where_it_went() {
    let (clinic, owner, stand_in, (patient, consent, first)) = issued().await;
    let told = owner.get(&reach(patient)).await.expect(StatusCode::OK);
    assert_eq!(told, json!({ "to": "***1234", "why_not": null }));
    let sent = owner.post_nothing(&path(consent)).await.expect(StatusCode::OK);
    assert_eq!(sent["to"], "***1234");
    factories::mails(&clinic).await;
    assert_eq!(rows(&clinic).await, ["form Sent"]);
    let texts = stand_in.sent();
    let text = &texts[0];
    assert!(text.starts_with("To=%2B15550101234&") && text.contains("Reply+STOP"), "{text}");
    assert!(!text.contains("Botox") && !text.contains("Nora"), "a locked screen shows a text: {text}");
    let token = token_in(text);
    assert_eq!((opens(&clinic, &token).await, texts.len()), (StatusCode::OK, 1));
    assert_ne!(opens(&clinic, &first).await, StatusCode::OK, "the new link replaces the former one");
    assert_eq!(clinic.count(&format!("{{}}.message where body like '%{token}%'")).await, 0);
    let opened = owner.get(&format!("/api/consents/issued/{consent}")).await.expect(StatusCode::OK);
    let history = opened["history"].as_array().unwrap();
    let shown: Vec<_> =
        history.iter().map(|event| json!([event["kind"], event["channel"], event["address"], event["by"]])).collect();
    let owner_name = &history[0]["by"];
    let expected = [
        json!(["issued", null, null, owner_name]),
        json!(["reminded", "text", "***1234", owner_name]),
        json!(["sent", "text", "***1234", null]),
        json!(["opened", null, null, null]),
    ];
    assert_eq!(shown, expected);
    assert_eq!(factories::audited(&clinic, "member", "consent.text", &[patient], &[consent]).await, 1);
    assert_eq!(factories::audited(&clinic, "operator", "consent.sent", &[patient], &[consent]).await, 1);
    assert_eq!(findings(&clinic).await, []);
}

#[tokio::test]
async fn a_patient_who_cannot_be_texted_is_not_and_the_call_says_why() {
    let (clinic, owner, stand_in, (patient, consent, _)) = issued().await;
    let of_patient = format!("/api/patients/{patient}");
    for (change, back, code) in [
        (json!({ "phone": null }), json!({ "phone": "(555) 010-1234" }), "no_number"),
        (json!({ "phone": "555" }), json!({ "phone": "(555) 010-1234" }), "no_number"),
        (json!({ "may_text": false }), json!({ "may_text": true }), "no_texts_wanted"),
    ] {
        owner.patch(&of_patient, change.clone()).await.expect(StatusCode::OK);
        refused(&clinic, &owner, (patient, consent), code).await;
        owner.patch(&of_patient, back).await.expect(StatusCode::OK);
    }
    clinic.plant("insert into {}.text_stop (number, stopped_at) values ('+15550101234', now())").await;
    refused(&clinic, &owner, (patient, consent), "text_stopped").await;
    assert_eq!(stand_in.sent().len(), 0);
}

async fn refused(clinic: &TestClinic, owner: &Client, (patient, consent): (i64, i64), code: &str) {
    let before = clinic.fingerprint().await;
    let answer = owner.post_nothing(&path(consent)).await;
    let words = answer.json()["error"].clone();
    answer.refused(StatusCode::CONFLICT, code);
    let told = owner.get(&reach(patient)).await.expect(StatusCode::OK);
    assert_eq!(told, json!({ "to": null, "why_not": words }), "{code}");
    assert_eq!(clinic.fingerprint().await, before, "{code}");
}

#[tokio::test]
async fn without_a_provider_nothing_is_texted() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (consent, _) = factories::consent(&owner, patient).await;
    refused(&clinic, &owner, (patient, consent), "no_text_provider").await;
    assert_eq!(rows(&clinic).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_consent_that_is_decided_withdrawn_or_expired_is_not_texted() {
    let (clinic, owner, stand_in, (patient, signed, token)) = issued().await;
    clinic.anonymous().post_nothing(&format!("/api/portal/consent/{token}/sign")).await.expect(StatusCode::OK);
    let (declined, token) = factories::consent(&owner, patient).await;
    let no = json!({ "reason": "No" });
    clinic.anonymous().post(&format!("/api/portal/consent/{token}/decline"), no).await.expect(StatusCode::OK);
    let (revoked, _) = factories::consent(&owner, patient).await;
    owner.post_nothing(&format!("/api/consents/issued/{revoked}/revoke")).await.expect(StatusCode::OK);
    let (expired, _) = factories::consent(&owner, patient).await;
    clinic.clock().advance(TimeDelta::days(31));
    let owner = clinic.owner().await;
    for (consent, code) in
        [(signed, "already_signed"), (declined, "declined"), (revoked, "revoked"), (expired, "expired")]
    {
        owner.post_nothing(&path(consent)).await.refused(StatusCode::CONFLICT, code);
    }
    owner.post_nothing(&path(987_654_321)).await.refused(StatusCode::NOT_FOUND, "not_found");
    owner.get(&reach(987_654_321)).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!((rows(&clinic).await, stand_in.sent().len()), (Vec::<String>::new(), 0));
    // A new link ends the wait.
    owner.post_nothing(&format!("/api/consents/issued/{expired}/resend")).await.expect(StatusCode::OK);
    owner.post_nothing(&path(expired)).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_text_waits_for_the_end_of_the_quiet_hours_once_and_says_nothing_after_signing() {
    let (clinic, owner, stand_in, (_, consent, token)) = issued().await;
    let now = clinic.clock().now().with_timezone(&chrono_tz::America::New_York);
    let mut quiet = with_texts();
    quiet["quiet_from"] = json!((now - TimeDelta::hours(1)).format("%H:%M").to_string());
    quiet["quiet_to"] = json!((now + TimeDelta::hours(2)).format("%H:%M").to_string());
    owner.put(SETTINGS, quiet).await.expect(StatusCode::OK);
    let sent = owner.post_nothing(&path(consent)).await.expect(StatusCode::OK);
    let due: chrono::DateTime<chrono::Utc> = sent["due_at"].as_str().unwrap().parse().unwrap();
    assert!(due > clinic.clock().now() + TimeDelta::minutes(118), "{due}");
    owner.post_nothing(&path(consent)).await.refused(StatusCode::CONFLICT, "under_way");
    factories::mails(&clinic).await;
    assert_eq!((rows(&clinic).await, stand_in.sent().len()), (vec!["form Waiting".to_owned()], 0));
    assert_eq!(opens(&clinic, &token).await, StatusCode::OK, "until it is sent the former link works");
    clinic.anonymous().post_nothing(&format!("/api/portal/consent/{token}/sign")).await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::hours(3));
    factories::mails(&clinic).await;
    assert_eq!((rows(&clinic).await, stand_in.sent().len()), (vec!["form Dropped decided".to_owned()], 0));
}

#[tokio::test]
async fn a_text_that_failed_is_sent_again_from_the_list_or_replaced_by_a_new_one() {
    let (clinic, owner, stand_in, (_, consent, _)) = issued().await;
    stand_in.will(400, Some(30001));
    owner.post_nothing(&path(consent)).await.expect(StatusCode::OK);
    factories::mails(&clinic).await;
    assert_eq!(rows(&clinic).await, ["form Failed refused"]);
    let failed = owner.get("/api/messages/failed").await.expect(StatusCode::OK);
    assert_eq!((&failed[0]["channel"], &failed[0]["can_be_sent"]), (&json!("text"), &Value::Bool(true)));
    stand_in.will(201, None);
    owner.post_nothing(&format!("/api/messages/{}/send", failed[0]["id"])).await.expect(StatusCode::NO_CONTENT);
    factories::mails(&clinic).await;
    assert_eq!((rows(&clinic).await, stand_in.sent().len()), (vec!["form Sent".to_owned()], 1));
    // A text that is retried would arrive after the new one and invalidate its link.
    stand_in.will(503, None);
    owner.post_nothing(&path(consent)).await.expect(StatusCode::OK);
    factories::mails(&clinic).await;
    stand_in.will(201, None);
    owner.post_nothing(&path(consent)).await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::minutes(10));
    factories::mails(&clinic).await;
    assert_eq!(rows(&clinic).await, ["form Sent", "form Dropped replaced", "form Sent"]);
    assert_eq!(stand_in.sent().len(), 2);
    assert_eq!(opens(&clinic, &token_in(&stand_in.sent()[1])).await, StatusCode::OK);
}

#[tokio::test]
async fn whoever_may_not_issue_consents_texts_none() {
    let (clinic, _, stand_in, (patient, consent, _)) = issued().await;
    let staff = clinic.signed_in_as(Role::Staff).await;
    staff.post_nothing(&path(consent)).await.refused(StatusCode::FORBIDDEN, "forbidden");
    staff.get(&reach(patient)).await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(stand_in.sent().len(), 0);
}
