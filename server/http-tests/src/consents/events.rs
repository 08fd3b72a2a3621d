//! The events of a consent as they are stored and shown, and the findings after somebody changes them.

use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use entity::clinic::consent_event;
use sea_orm::EntityTrait;
use serde_json::{Value, json};

use crate::testing::{Client, Server, TestClinic, factories, tamper::findings};
use consent::consents::note_expired;
use evidence::Finding;
use tenancy::MAIN;

const PHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148 Safari/604.1";

fn portal(token: &str) -> String {
    format!("/api/portal/consent/{token}")
}

async fn by_phone(clinic: &TestClinic, method: Method, path: &str) -> StatusCode {
    let client = clinic.anonymous();
    let mut request = client.request(method, path, None);
    request.headers_mut().insert("user-agent", PHONE.parse().unwrap());
    client.send(request).await.status
}

async fn history(client: &Client, consent: i64) -> Vec<Value> {
    let opened = client.get(&format!("/api/consents/issued/{consent}")).await.expect(StatusCode::OK);
    opened["history"].as_array().unwrap().clone()
}

fn kinds(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["kind"].as_str().unwrap()).collect()
}

/// A consent with a link that was mailed, opened, read and signed, and the ids of its events.
async fn signed() -> (TestClinic, Client, i64, i64, Vec<i64>) {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (consent, _) = factories::consent(&owner, patient).await;
    owner.post_nothing(&format!("/api/consents/issued/{consent}/remind")).await.expect(StatusCode::OK);
    let token = factories::token_in(factories::mails(&clinic).await.last().unwrap());
    assert_eq!(by_phone(&clinic, Method::GET, &portal(&token)).await, StatusCode::OK);
    for _ in 0..3 {
        let read = by_phone(&clinic, Method::POST, &format!("{}/read-to-end", portal(&token))).await;
        assert_eq!(read, StatusCode::NO_CONTENT);
    }
    for _ in 0..2 {
        let signed = by_phone(&clinic, Method::POST, &format!("{}/sign", portal(&token))).await;
        assert_eq!(signed, StatusCode::OK);
    }
    let after = by_phone(&clinic, Method::POST, &format!("{}/read-to-end", portal(&token))).await;
    assert_eq!(after, StatusCode::NO_CONTENT, "told late, and nothing is kept of it");
    let rows = clinic.rows("select id from {}.consent_event order by id").await;
    let ids = rows.iter().map(|row| row.try_get("", "id").unwrap()).collect();
    (clinic, owner, patient, consent, ids)
}

#[tokio::test]
async fn each_event_is_kept_with_when_from_where_and_by_whom() {
    let (clinic, owner, patient, consent, _) = signed().await;
    let events = history(&owner, consent).await;
    assert_eq!(kinds(&events), ["issued", "reminded", "sent", "opened", "read_to_end", "signed"]);
    assert_eq!((&events[2]["channel"], &events[2]["address"]), (&json!("email"), &json!("n***@example.com")));
    for event in &events[..3] {
        assert_eq!((&event["ip"], &event["device"]), (&Value::Null, &Value::Null), "{event}");
    }
    for event in &events[3..] {
        assert_eq!((event["ip"].is_string(), &event["device"]), (true, &json!("Safari on an iPhone")), "{event}");
    }
    let by: Vec<_> = events.iter().map(|event| event["by"].clone()).collect();
    let nobody = Value::Null;
    assert_eq!(
        by,
        [json!("Olive Owner"), json!("Olive Owner"), nobody.clone(), nobody.clone(), nobody, json!("Nora Lindqvist")]
    );
    let whole = "{}.consent_event where (member_id is not null) = (kind in ('issued', 'reminded'))
        and (ip is null) = (kind = 'sent') and (user_agent is null) = (kind = 'sent')";
    assert_eq!(clinic.count(whole).await, 6);
    assert_eq!(clinic.count("{}.consent_event where strpos(consent_event::text, 'nora@') > 0").await, 0);
    assert_eq!(factories::audited(&clinic, "patient", "portal.consent.read_to_end", &[patient], &[consent]).await, 4);
    assert_eq!(findings(&clinic).await, []);
}

#[tokio::test]
async fn a_decline_and_a_withdrawal_are_events() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (declined, token) = factories::consent(&owner, patient).await;
    let path = portal(&token);
    clinic.anonymous().post(&format!("{path}/decline"), json!({ "reason": "No" })).await.expect(StatusCode::OK);
    let (revoked, _) = factories::consent(&owner, patient).await;
    for _ in 0..2 {
        owner.post_nothing(&format!("/api/consents/issued/{revoked}/revoke")).await.expect(StatusCode::OK);
    }
    assert_eq!(kinds(&history(&owner, declined).await), ["issued", "declined"]);
    assert_eq!(kinds(&history(&owner, revoked).await), ["issued", "revoked"]);
    let late = clinic.anonymous().post_nothing(&format!("{path}/read-to-end")).await;
    late.refused(StatusCode::NOT_FOUND, "link_invalid");
    assert_eq!(clinic.count("{}.consent_event").await, 4);
    assert_eq!(findings(&clinic).await, []);
}

#[tokio::test]
async fn a_link_that_runs_out_is_noted_once_and_again_after_a_new_one() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (consent, token) = factories::consent(&owner, factories::patient(&owner).await).await;
    let upkeep = async || note_expired(&clinic.server.app, clinic.provisioned.id, clinic.clock().now()).await.unwrap();
    let ended = clinic.rows("select expires_at from {}.consent").await;
    let ended: chrono::DateTime<chrono::Utc> = ended[0].try_get("", "expires_at").unwrap();
    upkeep().await;
    clinic.clock().advance(TimeDelta::days(31));
    upkeep().await;
    upkeep().await;
    let owner = clinic.owner().await;
    let events = history(&owner, consent).await;
    assert_eq!(kinds(&events), ["issued", "expired"]);
    assert_eq!(events[1]["at"].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap(), ended);
    let late = clinic.anonymous().post_nothing(&format!("{}/read-to-end", portal(&token))).await;
    late.refused(StatusCode::NOT_FOUND, "link_invalid");
    owner.post_nothing(&format!("/api/consents/issued/{consent}/resend")).await.expect(StatusCode::OK);
    upkeep().await;
    clinic.clock().advance(TimeDelta::days(31));
    upkeep().await;
    let owner = clinic.owner().await;
    assert_eq!(kinds(&history(&owner, consent).await), ["issued", "expired", "resent", "expired"]);
    assert_eq!(findings(&clinic).await, []);
}

#[tokio::test]
async fn a_removed_event_is_detected() {
    let (clinic, _, _, _, ids) = signed().await;
    // Both the digest in the next event and the audit show that an event is missing.
    let (sent, opened, signed) = (ids[2], ids[3], ids[5]);
    let missing = |row| Finding::Missing { table: "consent_event".to_owned(), row };
    clinic.plant(&format!("delete from {{}}.consent_event where id = {sent}")).await;
    let followed = Finding::Removed { table: "consent_event", before: opened };
    assert_eq!(findings(&clinic).await, [followed, missing(sent)]);
    clinic.plant(&format!("delete from {{}}.consent_event where id = {signed}")).await;
    let followed = Finding::Removed { table: "consent_event", before: opened };
    assert_eq!(findings(&clinic).await, [followed, missing(sent), missing(signed)]);
}

/// No event follows it, and it has no audit row of a request.
#[tokio::test]
async fn the_newest_event_that_a_job_has_written_is_missed_when_it_is_removed() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (consent, _) = factories::consent(&owner, patient).await;
    owner.post_nothing(&format!("/api/consents/issued/{consent}/remind")).await.expect(StatusCode::OK);
    assert_eq!(factories::mails(&clinic).await.len(), 1);
    let upkeep = async || note_expired(&clinic.server.app, clinic.provisioned.id, clinic.clock().now()).await.unwrap();
    upkeep().await;
    for (kind, audited) in [("sent", "consent.sent"), ("expired", "consent.expired")] {
        assert_eq!(factories::audited(&clinic, "operator", audited, &[patient], &[consent]).await, 1, "{kind}");
        assert_eq!(findings(&clinic).await, []);
        let rows = clinic.rows("select id, kind from {}.consent_event order by id desc limit 1").await;
        let newest: (i64, String) = (rows[0].try_get("", "id").unwrap(), rows[0].try_get("", "kind").unwrap());
        assert_eq!(newest.1, kind);
        clinic.plant("create table {}.kept as select * from {}.consent_event").await;
        clinic.plant(&format!("delete from {{}}.consent_event where id = {}", newest.0)).await;
        let missing = Finding::Missing { table: "consent_event".to_owned(), row: newest.0 };
        assert_eq!(findings(&clinic).await, [missing], "{kind}");
        let back = format!("insert into {{}}.consent_event select * from {{}}.kept where id = {}", newest.0);
        clinic.plant(&back).await;
        clinic.plant("drop table {}.kept").await;
        clinic.clock().advance(TimeDelta::days(31));
        upkeep().await;
        upkeep().await;
    }
}

#[tokio::test]
async fn an_event_of_another_consent_is_detected_even_with_a_recomputed_digest() {
    let (clinic, owner, patient, _, ids) = signed().await;
    let (another, _) = factories::consent(&owner, patient).await;
    let read = ids[4];
    clinic.plant(&format!("update {{}}.consent_event set consent_id = {another} where id = {read}")).await;
    let found = findings(&clinic).await;
    assert!(found.contains(&Finding::Altered { table: "consent_event", row: read }), "{found:?}");
    assert!(found.contains(&Finding::Removed { table: "consent_event", before: ids[5] }), "{found:?}");
    // Somebody who can compute digests also corrects the digest.
    let tx = clinic.owner_db.inspect(MAIN, &clinic.provisioned.schema).await.unwrap();
    let row = consent_event::Entity::find_by_id(read).one(&tx).await.unwrap().unwrap();
    drop(tx);
    let digest = hex::encode(evidence::consent_event(&row).digest());
    clinic.plant(&format!("update {{}}.consent_event set digest = '\\x{digest}' where id = {read}")).await;
    let found = findings(&clinic).await;
    assert!(found.contains(&Finding::SignedOtherwise { table: "consent_event", row: read }), "{found:?}");
}

#[tokio::test]
async fn a_consent_from_before_events_keeps_the_history_of_the_audit() {
    let (clinic, owner, _, consent, _) = signed().await;
    let stored = history(&owner, consent).await;
    clinic.plant("delete from {}.consent_event").await;
    let events = history(&owner, consent).await;
    assert_eq!(kinds(&events), ["issued", "reminded", "opened", "signed"]);
    assert_eq!((&events[0]["at"], &events[3]["by"]), (&stored[0]["at"], &stored[5]["by"]));
}

#[tokio::test]
async fn another_clinics_link_notes_nothing() {
    let server = Server::new();
    let (clinic, another) = (server.clinic().await, server.clinic().await);
    let owner = another.owner().await;
    let (_, token) = factories::consent(&owner, factories::patient(&owner).await).await;
    for token in [token, "A".repeat(43), "x".to_owned()] {
        let answer = clinic.anonymous().post_nothing(&format!("{}/read-to-end", portal(&token))).await;
        answer.refused(StatusCode::NOT_FOUND, "link_invalid");
    }
    assert_eq!(clinic.count("{}.consent_event").await, 0);
    assert_eq!(another.count("{}.consent_event where kind <> 'issued'").await, 0);
}
