//! Reports about mails, at the one address of the deployment.

use axum::{
    body::Body,
    http::{Method, Request, StatusCode, header::HOST},
};
use serde_json::{Value, json};

use super::{SETTINGS, book, mails_after_the_hold, rows, switched_on};
use crate::testing::{Answer, Client, DATABASE, Server, TestClinic, config, factories};
use config::mail_reports::ReportKey;
use contact::messages::mail_webhook::sign;
use tenancy::Db;

const KEY: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// A clinic on a server that accepts reports, with one mailed message; its owner, a patient, and the mail's own id.
async fn mailed() -> (TestClinic, Client, i64, String) {
    let mut settings = config();
    settings.mail_reports = vec![ReportKey::read(KEY).unwrap()];
    let server = Server::with_db(settings, Db::new(&DATABASE.gateway_url, 4).unwrap());
    let clinic = server.clinic().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    owner.put(SETTINGS, switched_on()).await.expect(StatusCode::OK);
    assert_eq!(factories::mails(&clinic).await.len(), 0);
    book(&clinic, &owner, patient, 5).await;
    let mails = mails_after_the_hold(&clinic).await;
    let of_header = |name: &str| {
        let line = mails[0].lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("no {name} in {}", mails[0])).trim().to_owned()
    };
    let id = of_header("Message-ID:");
    assert_eq!(of_header("X-Message-Reference:"), id);
    assert!(id.contains(&clinic.provisioned.id.simple().to_string()), "{id}");
    (clinic, owner, patient, id)
}

fn event(kind: &str, id: &str, bounce: Option<&str>) -> Value {
    json!({ "type": kind, "timestamp": "2026-12-01T15:00:00Z", "data": { "message_id": id, "bounce": bounce, "more": 1 } })
}

/// A report as it is sent.
struct Sent<'a> {
    id: &'a str,
    at: i64,
    body: String,
    signature: String,
}

impl<'a> Sent<'a> {
    fn new(clinic: &TestClinic, id: &'a str, event: &Value) -> Self {
        let (at, body) = (clinic.clock().now().timestamp(), event.to_string());
        let signature = sign(&ReportKey::read(KEY).unwrap(), id, at, body.as_bytes());
        Self { id, at, body, signature }
    }

    async fn to(&self, server: &Server, host: &str) -> Answer {
        let request = Request::builder()
            .method(Method::POST)
            .uri("/api/messages/mail/webhook")
            .header(HOST, host)
            .header("content-type", "application/json")
            .header("webhook-id", self.id)
            .header("webhook-timestamp", self.at.to_string())
            .header("webhook-signature", &self.signature);
        server.platform().send(request.body(Body::from(self.body.clone())).unwrap()).await
    }

    async fn taken(&self, clinic: &TestClinic) {
        self.to(&clinic.server, "localhost:8080").await.expect(StatusCode::NO_CONTENT);
    }
}

async fn report(clinic: &TestClinic, id: &str, event: &Value) {
    Sent::new(clinic, id, event).taken(clinic).await;
}

async fn stopped(owner: &Client, patient: i64) -> Value {
    owner.get(&format!("/api/patients/{patient}")).await.expect(StatusCode::OK)["contact"]["mail_stopped"].clone()
}

#[tokio::test]
async fn a_mail_is_delivered_and_may_come_back_later_but_not_the_other_way() {
    let (clinic, owner, patient, id) = mailed().await;
    report(&clinic, "one", &event("mail.delivered", &id, None)).await;
    assert_eq!(rows(&clinic).await[0], "booked Delivered");
    let shown = owner.get(&format!("/api/patients/{patient}/timeline?kinds=message")).await.expect(StatusCode::OK);
    let states: Vec<_> = shown.as_array().unwrap().iter().map(|row| row["state"].as_str().unwrap()).collect();
    assert!(states.contains(&"Delivered"), "{shown}");
    assert_eq!(factories::audited(&clinic, "visitor", "message.mail.report", &[], &[]).await, 1);
    report(&clinic, "two", &event("mail.bounced", &id, Some("transient"))).await;
    assert_eq!(rows(&clinic).await[0], "booked Bounced");
    assert_eq!(stopped(&owner, patient).await, Value::Null);
    let before = clinic.fingerprint().await;
    report(&clinic, "three", &event("mail.delivered", &id, None)).await;
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_mail_that_is_refused_because_of_us_does_not_stop_the_address_and_alerts() {
    for (diagnostic, row, stop, alerts) in [
        ("554 5.7.1 sending address is on a block list", "booked Bounced refused", Value::Null, true),
        ("550 5.7.26 mail is not authenticated", "booked Bounced refused", Value::Null, true),
        ("552 5.2.2 mailbox is full", "booked Bounced refused", Value::Null, false),
        ("550 too many connections", "booked Bounced refused", Value::Null, false),
        ("550 5.1.1 no such user", "booked Bounced returned", json!("returned"), false),
        ("550 user unknown", "booked Bounced returned", json!("returned"), false),
    ] {
        let (clinic, owner, patient, id) = mailed().await;
        let mut event = event("mail.bounced", &id, Some("Permanent"));
        event["data"]["diagnostic"] = json!(diagnostic);
        let count = || {
            let text = clinic.server.app.metrics().text();
            let line = text.lines().find_map(|line| line.strip_prefix("celadon_mail_refused_total").map(str::to_owned));
            line.and_then(|line| line.rsplit(' ').next().map(str::to_owned)).unwrap_or_default()
        };
        let before = count();
        report(&clinic, "one", &event).await;
        assert_eq!(rows(&clinic).await[0], row, "{diagnostic}");
        assert_eq!(stopped(&owner, patient).await, stop, "{diagnostic}");
        assert_eq!(count() != before, alerts, "{diagnostic}: {before} {}", count());
    }
}

#[tokio::test]
async fn an_address_whose_mail_comes_back_for_good_gets_no_more_until_it_is_confirmed() {
    let (clinic, owner, patient, id) = mailed().await;
    report(&clinic, "one", &event("mail.bounced", &id, Some("permanent"))).await;
    assert_eq!(rows(&clinic).await[0], "booked Bounced returned");
    assert_eq!(stopped(&owner, patient).await, "returned");
    let attention = owner.get("/api/dashboard").await.expect(StatusCode::OK);
    assert_eq!(attention["messages"][0]["reason"], "returned");
    let failed = owner.get("/api/messages/failed").await.expect(StatusCode::OK);
    let again = format!("/api/messages/{}/send", failed[0]["id"]);
    owner.post_nothing(&again).await.refused(StatusCode::CONFLICT, "unreachable");
    book(&clinic, &owner, patient, 6).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    assert!(rows(&clinic).await.contains(&"booked Dropped returned".to_owned()), "{:?}", rows(&clinic).await);
    let attention = owner.get("/api/dashboard").await.expect(StatusCode::OK);
    assert_eq!(attention["messages"].as_array().unwrap().len(), 2);
    let confirm = format!("/api/patients/{patient}/email/confirm");
    for _ in 0..2 {
        owner.post_nothing(&confirm).await.expect(StatusCode::NO_CONTENT);
        assert_eq!(stopped(&owner, patient).await, Value::Null);
    }
    assert_eq!(factories::audited(&clinic, "member", "patient.email.confirm", &[patient], &[]).await, 2);
    owner.post_nothing(&again).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(factories::mails(&clinic).await.len(), 2);
    // A report about the first try does not apply to the second.
    report(&clinic, "late", &event("mail.complained", &id, None)).await;
    assert_eq!(stopped(&owner, patient).await, Value::Null);
}

#[tokio::test]
async fn whoever_reports_a_mail_as_unwanted_gets_no_more_until_the_address_changes() {
    let (clinic, owner, patient, id) = mailed().await;
    report(&clinic, "two", &event("mail.complained", id.trim_matches(['<', '>']), None)).await;
    assert_eq!(rows(&clinic).await[0], "booked Delivered complained");
    assert_eq!(stopped(&owner, patient).await, "complained");
    let (consent, _) = factories::consent(&owner, patient).await;
    let remind = format!("/api/consents/issued/{consent}/remind");
    owner.post_nothing(&remind).await.refused(StatusCode::CONFLICT, "mail_stopped");
    let path = format!("/api/patients/{patient}");
    owner.patch(&path, json!({ "email": "nora.new@example.com" })).await.expect(StatusCode::OK);
    assert_eq!(stopped(&owner, patient).await, Value::Null);
    owner.patch(&path, json!({ "email": null })).await.expect(StatusCode::OK);
    owner.post_nothing(&format!("{path}/email/confirm")).await.refused(StatusCode::CONFLICT, "no_address");
}

#[tokio::test]
async fn forged_old_and_malformed_reports_are_refused_alike_and_change_nothing() {
    let (clinic, .., id) = mailed().await;
    let good = event("mail.bounced", &id, Some("permanent"));
    let now = clinic.clock().now().timestamp();
    let key = ReportKey::read(KEY).unwrap();
    let other = ReportKey::read("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA").unwrap();
    let body = good.to_string();
    let signed = |key: &ReportKey, id: &str, at: i64, body: &str| sign(key, id, at, body.as_bytes());
    let before = clinic.fingerprint().await;
    for (id, at, signature, body) in [
        ("a", now, signed(&other, "a", now, &body), body.clone()),
        ("b", now, signed(&key, "a", now, &body), body.clone()),
        ("a", now, signed(&key, "a", now, &body), body.replace("permanent", "transient")),
        ("a", now, signed(&key, "a", now - 1, &body), body.clone()),
        // The signature's own test checks the exact limit, because a second may pass while these are sent.
        ("a", now - 400, signed(&key, "a", now - 400, &body), body.clone()),
        ("a", now + 400, signed(&key, "a", now + 400, &body), body.clone()),
        ("a", now, signed(&key, "a", now, &body).replace("v1,", "v0,"), body.clone()),
        ("a", now, String::new(), body.clone()),
        ("", now, signed(&key, "", now, &body), body.clone()),
    ] {
        let sent = Sent { id, at, body, signature };
        let answer = sent.to(&clinic.server, "localhost:8080").await;
        answer.refused(StatusCode::BAD_REQUEST, "bad_signature");
    }
    // A server without a key accepts no report, and a clinic's own host has no such address.
    let sent = Sent::new(&clinic, "a", &good);
    sent.to(&Server::new(), "localhost:8080").await.refused(StatusCode::BAD_REQUEST, "bad_signature");
    let host = clinic.origin().replace("http://", "");
    sent.to(&clinic.server, &host).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.fingerprint().await, before);
    // During a rotation one valid signature of several is enough.
    let signature = format!("{} {}", signed(&other, "a", now, &body), signed(&key, "a", now, &body));
    Sent { id: "a", at: now, body, signature }.taken(&clinic).await;
    assert_ne!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn repeated_and_unknown_reports_are_answered_like_others_and_change_nothing() {
    let (clinic, owner, patient, id) = mailed().await;
    let elsewhere = clinic.server.clinic().await;
    let bounced = Sent::new(&clinic, "one", &event("mail.bounced", &id, Some("permanent")));
    bounced.taken(&clinic).await;
    let confirm = format!("/api/patients/{patient}/email/confirm");
    owner.post_nothing(&confirm).await.expect(StatusCode::NO_CONTENT);
    let failed = owner.get("/api/messages/failed").await.expect(StatusCode::OK);
    owner.post_nothing(&format!("/api/messages/{}/send", failed[0]["id"])).await.expect(StatusCode::NO_CONTENT);
    factories::mails(&clinic).await;
    let (before, theirs) = (clinic.fingerprint().await, elsewhere.fingerprint().await);
    bounced.taken(&clinic).await;
    // This clinic's mail under another clinic's id; an unknown clinic; an invalid id; other kinds; unreadable bodies.
    let own = clinic.provisioned.id.simple().to_string();
    let of_other = id.replace(&own, &elsewhere.provisioned.id.simple().to_string());
    let of_nobody = id.replace(&own, &"0".repeat(32));
    for (number, event) in [
        event("mail.bounced", &of_other, Some("permanent")),
        event("mail.bounced", &of_nobody, Some("permanent")),
        event("mail.bounced", "<x@example.com>", Some("permanent")),
        event("mail.bounced", &id, Some("unheard-of")),
        event("mail.bounced", &id, None),
        event("mail.opened", &id, None),
        json!({ "type": "mail.bounced" }),
        json!([]),
    ]
    .iter()
    .enumerate()
    {
        report(&clinic, &format!("unknown {number}"), event).await;
        assert_eq!(clinic.fingerprint().await, before, "{event}");
    }
    assert_eq!(elsewhere.fingerprint().await, theirs);
}
