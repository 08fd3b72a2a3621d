//! A new link for an issued consent, handed over or mailed, and the template's newer text.

use axum::http::StatusCode;
use chrono::TimeDelta;
use entity::words::Role;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};

async fn act(client: &Client, consent: i64, what: &str) -> crate::testing::Answer {
    client.post_nothing(&format!("/api/consents/issued/{consent}/{what}")).await
}

async fn listed(client: &Client, patient: i64) -> Value {
    client.get(&format!("/api/consents?patientId={patient}")).await.expect(StatusCode::OK)
}

fn portal(token: &str) -> String {
    format!("/api/portal/consent/{token}")
}

/// The kind and the name of each event, oldest first.
async fn history(client: &Client, consent: i64) -> Vec<(String, Value)> {
    let opened = client.get(&format!("/api/consents/issued/{consent}")).await.expect(StatusCode::OK);
    let events = opened["history"].as_array().unwrap().clone();
    events.iter().map(|event| (event["kind"].as_str().unwrap().to_owned(), event["by"].clone())).collect()
}

#[tokio::test]
async fn a_new_link_opens_the_same_text_and_the_former_one_nothing() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (consent, first) = factories::consent(&owner, patient).await;
    let shown = clinic.anonymous().get(&portal(&first)).await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::days(40));
    let owner = clinic.owner().await;
    assert_eq!(listed(&owner, patient).await[0]["status"], "Expired");
    clinic.plant("update {}.consent_template set body = '<p>Another</p>', version = 2").await;
    let answer = act(&owner, consent, "resend").await.expect(StatusCode::OK);
    assert_eq!((&answer["consent"]["id"], &answer["consent"]["status"]), (&json!(consent), &json!("Pending")));
    let url = answer["portal_url"].as_str().unwrap();
    assert!(url.starts_with(&format!("{}/portal/sign/", clinic.origin())), "{url}");
    let second = factories::token_in(url);
    clinic.anonymous().get(&portal(&first)).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    let sign = format!("{}/sign", portal(&first));
    clinic.anonymous().post_nothing(&sign).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    assert_eq!(clinic.anonymous().get(&portal(&second)).await.expect(StatusCode::OK), shown, "the frozen text");
    clinic.anonymous().post_nothing(&format!("{}/sign", portal(&second))).await.expect(StatusCode::OK);
    assert_eq!(factories::audited(&clinic, "member", "consent.resend", &[patient], &[consent]).await, 1);
    let rows = history(&owner, consent).await;
    let kinds: Vec<_> = rows.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds, ["issued", "opened", "resent", "opened", "signed"]);
    assert_eq!((&rows[2].1, &rows[3].1, &rows[4].1), (&json!("Olive Owner"), &Value::Null, &json!("Nora Lindqvist")));
    let before = clinic.fingerprint().await;
    for what in ["resend", "remind"] {
        act(&owner, consent, what).await.refused(StatusCode::CONFLICT, "already_signed");
    }
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_new_link_is_sent_once_and_stored_nowhere() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (consent, _) = factories::consent(&owner, patient).await;
    let answer = act(&owner, consent, "resend").await.expect(StatusCode::OK);
    let token = factories::token_in(answer["portal_url"].as_str().unwrap());
    for text in [listed(&owner, patient).await.to_string(), history_text(&owner, consent).await] {
        assert!(!text.contains(&token), "{text}");
    }
    for table in ["consent", "audit", "job", "kept_answer"] {
        assert_eq!(clinic.count(&format!("{{}}.{table} t where strpos(t::text, '{token}') > 0")).await, 0, "{table}");
    }
}

async fn history_text(client: &Client, consent: i64) -> String {
    client.get(&format!("/api/consents/issued/{consent}")).await.expect(StatusCode::OK).to_string()
}

#[tokio::test]
async fn a_reminder_mails_the_patient_a_new_link_and_nothing_about_the_consent() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (consent, first) = factories::consent(&owner, patient).await;
    let answer = act(&owner, consent, "remind").await;
    assert!(!answer.text.contains("portal"), "{}", answer.text);
    assert_eq!(answer.expect(StatusCode::OK)["status"], "Pending");
    assert_eq!(factories::audited(&clinic, "member", "consent.remind", &[patient], &[consent]).await, 1);
    clinic.anonymous().get(&portal(&first)).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    let mails = factories::mails(&clinic).await;
    let mail = mails.last().unwrap();
    assert!(mail.contains("nora@example.com") && mail.contains("Hello Nora"), "{mail}");
    for word in ["Botox", "Lindqvist", "Bruising"] {
        assert!(!mail.contains(word), "{mail}");
    }
    let token = factories::token_in(mail);
    assert_eq!(clinic.count(&format!("{{}}.job t where strpos(t::text, '{token}') > 0")).await, 0);
    clinic.anonymous().post_nothing(&format!("{}/sign", portal(&token))).await.expect(StatusCode::OK);
    let kinds: Vec<_> = history(&owner, consent).await.into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, ["issued", "reminded", "sent", "signed"]);
}

#[tokio::test]
async fn a_reminder_is_not_mailed_once_another_link_has_replaced_it_or_it_is_revoked() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (replaced, _) = factories::consent(&owner, patient).await;
    let (revoked, _) = factories::consent(&owner, patient).await;
    let before = factories::mails(&clinic).await.len();
    for consent in [replaced, revoked] {
        act(&owner, consent, "remind").await.expect(StatusCode::OK);
    }
    act(&owner, replaced, "resend").await.expect(StatusCode::OK);
    act(&owner, revoked, "revoke").await.expect(StatusCode::OK);
    assert_eq!(factories::mails(&clinic).await.len(), before);
    assert_eq!(clinic.count("{}.job where kind = 'consent_reminder' and done_at is null").await, 0);
}

#[tokio::test]
async fn without_an_address_nobody_is_reminded() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let new = json!({ "first_name": "Ann", "last_name": "Berg" });
    let patient = factories::id(&owner.post("/api/patients", new).await.expect(StatusCode::CREATED));
    let (consent, token) = factories::consent(&owner, patient).await;
    let before = clinic.fingerprint().await;
    act(&owner, consent, "remind").await.refused(StatusCode::CONFLICT, "no_address");
    assert_eq!(clinic.fingerprint().await, before);
    clinic.anonymous().get(&portal(&token)).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_revoked_consent_gets_no_new_link_and_staff_may_make_none() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (consent, _) = factories::consent(&owner, patient).await;
    act(&owner, consent, "revoke").await.expect(StatusCode::OK);
    let before = clinic.fingerprint().await;
    let staff = clinic.signed_in_as(Role::Staff).await;
    let before_staff = clinic.fingerprint().await;
    for what in ["resend", "remind"] {
        act(&owner, consent, what).await.refused(StatusCode::CONFLICT, "revoked");
    }
    for what in ["resend", "remind", "reissue"] {
        act(&owner, 1, what).await.refused(StatusCode::NOT_FOUND, "not_found");
        act(&staff, consent, what).await.refused(StatusCode::FORBIDDEN, "forbidden");
    }
    assert_ne!(before, before_staff);
    assert_eq!(clinic.fingerprint().await, before_staff);
    let rows = history(&owner, consent).await;
    assert_eq!(rows, [("issued".to_owned(), json!("Olive Owner")), ("revoked".to_owned(), json!("Olive Owner"))]);
}

#[tokio::test]
async fn a_newer_text_is_issued_in_place_of_the_former() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (consent, first) = factories::consent(&owner, patient).await;
    let before = listed(&owner, patient).await;
    assert_eq!((&before[0]["template_version"], &before[0]["has_newer_version"]), (&json!(1), &json!(false)));
    act(&owner, consent, "reissue").await.refused(StatusCode::CONFLICT, "same_version");
    let template = format!("/api/consents/templates/{}", before[0]["template_id"]);
    owner.put(&template, json!({ "name": "Botox consent", "body": "<p>Newer</p>" })).await.expect(StatusCode::OK);
    assert_eq!(listed(&owner, patient).await[0]["has_newer_version"], json!(true));
    clinic.clock().advance(TimeDelta::minutes(1));
    let answer = act(&owner, consent, "reissue").await.expect(StatusCode::CREATED);
    let newer = factories::id(&answer["consent"]);
    assert_eq!((&answer["consent"]["template_version"], &answer["consent"]["status"]), (&json!(2), &json!("Pending")));
    assert_eq!(factories::audited(&clinic, "member", "consent.reissue", &[patient], &[newer, consent]).await, 1);
    clinic.anonymous().get(&portal(&first)).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    let token = factories::token_in(answer["portal_url"].as_str().unwrap());
    let text = clinic.anonymous().get(&portal(&token)).await.expect(StatusCode::OK)["template"].clone();
    assert_eq!(text, "<p>Newer</p>");
    let after = listed(&owner, patient).await;
    let states: Vec<_> = after.as_array().unwrap().iter().map(|one| json!([one["id"], one["status"]])).collect();
    assert_eq!(states, [json!([newer, "Pending"]), json!([consent, "Revoked"])]);
    let kinds = async |id| history(&owner, id).await.into_iter().map(|(kind, _)| kind).collect::<Vec<_>>();
    assert_eq!(kinds(consent).await, ["issued", "replaced"]);
    assert_eq!(kinds(newer).await, ["issued", "opened"]);
    let before = clinic.fingerprint().await;
    act(&owner, consent, "reissue").await.refused(StatusCode::CONFLICT, "issued_already");
    assert_eq!(clinic.fingerprint().await, before);
    owner.delete(&template).await.expect(StatusCode::NO_CONTENT);
    act(&owner, consent, "reissue").await.refused(StatusCode::CONFLICT, "template_removed");
    assert_eq!(listed(&owner, patient).await[1]["has_newer_version"], json!(false));
}

#[tokio::test]
async fn a_signed_consent_stays_signed_when_the_newer_text_is_issued() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (consent, token) = factories::consent(&owner, patient).await;
    clinic.anonymous().post_nothing(&format!("{}/sign", portal(&token))).await.expect(StatusCode::OK);
    clinic.plant("update {}.consent_template set version = 2").await;
    act(&owner, consent, "reissue").await.expect(StatusCode::CREATED);
    let after = listed(&owner, patient).await;
    assert_eq!((&after[0]["status"], &after[1]["status"]), (&json!("Pending"), &json!("Signed")));
    clinic.anonymous().get(&portal(&token)).await.expect(StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_simultaneous_reissues_one_succeeds_and_of_new_links_one_is_valid() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (consent, _) = factories::consent(&owner, patient).await;
    let answers = join_all((0..8).map(|_| act(&owner, consent, "resend"))).await;
    let mut valid = 0;
    for answer in answers {
        let token = factories::token_in(answer.expect(StatusCode::OK)["portal_url"].as_str().unwrap());
        valid += i32::from(clinic.anonymous().get(&portal(&token)).await.status == StatusCode::OK);
    }
    assert_eq!(valid, 1);
    clinic.plant("update {}.consent_template set version = 2").await;
    let answers = join_all((0..8).map(|_| act(&owner, consent, "reissue"))).await;
    let done = answers.into_iter().filter(|answer| answer.status == StatusCode::CREATED).count();
    assert_eq!((done, clinic.count("{}.consent where revoked_at is null").await), (1, 1));
}

#[tokio::test]
async fn a_patient_who_wants_no_mail_gets_none() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (consent, token) = factories::consent(&owner, patient).await;
    let wants = async |may: bool| {
        let change = json!({ "may_email": may });
        owner.patch(&format!("/api/patients/{patient}"), change).await.expect(StatusCode::OK);
    };
    wants(false).await;
    let before = clinic.fingerprint().await;
    let refused = act(&owner, consent, "remind").await.refused(StatusCode::CONFLICT, "no_email_wanted");
    assert!(refused["error"].as_str().unwrap().contains("does not want e-mail"), "{refused}");
    assert_eq!(clinic.fingerprint().await, before);
    clinic.anonymous().get(&portal(&token)).await.expect(StatusCode::OK);
    // The patient's wish also counts if it comes after the request for the mail.
    wants(true).await;
    act(&owner, consent, "remind").await.expect(StatusCode::OK);
    wants(false).await;
    assert!(factories::mails(&clinic).await.is_empty());
}
