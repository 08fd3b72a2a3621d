use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::testing::{Client, Server, TestClinic, factories};
use base::permission::Role;
use outbox::Worker;

const PATH: &str = "/api/gfe-estimate/settings";
const POSTER: &str = "/api/gfe-estimate/notice";

#[tokio::test]
async fn the_clinics_numbers_are_checked_and_a_social_security_number_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let saved = owner.put(PATH, factories::estimate_settings()).await.expect(StatusCode::OK);
    assert_eq!(
        (&saved["npi"], &saved["tin"], &saved["state"]),
        (&json!("1679576722"), &json!("83-1234567"), &json!("NY"))
    );
    let before = clinic.fingerprint().await;
    for (field, value) in [
        ("npi", "1679576723"),
        ("npi", "167957672"),
        ("tin", "123-45-6789"),
        ("tin", "831234567"),
        ("state", "XX"),
        ("zip", "1001"),
        ("phone", "call us"),
    ] {
        let mut wrong = factories::estimate_settings();
        wrong[field] = json!(value);
        let refused = owner.put(PATH, wrong).await;
        let fields = refused.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid")["fields"].clone();
        assert!(fields[field].is_string(), "{field}: {fields}");
        if value == "123-45-6789" {
            assert!(fields["tin"].as_str().unwrap().contains("Social Security number"), "{fields}");
        }
    }
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_legal_text_is_the_products_until_the_clinic_changes_it() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let first = owner.get(PATH).await.expect(StatusCode::OK);
    assert_eq!((&first["version"], &first["legal_note"]), (&json!(0), &json!("Have your counsel review this text.")));
    let keys: Vec<_> = first["texts"].as_array().unwrap().iter().map(|text| text["key"].as_str().unwrap()).collect();
    assert_eq!(keys.len(), 7);
    assert!(first["texts"].as_array().unwrap().iter().all(|text| text["changed"] == Value::Null));
    let mut own = factories::estimate_settings();
    own["no_contract"] = json!("Nothing here binds you.");
    own["only_an_estimate"] = first["texts"][0]["standard"].clone();
    own["right_to_receive"] = json!("Ask us for an estimate.");
    let saved = owner.put(PATH, own).await.expect(StatusCode::OK);
    let text = |key: &str| {
        let texts = saved["texts"].as_array().unwrap();
        texts.iter().find(|text| text["key"] == key).unwrap()["changed"].clone()
    };
    assert_eq!(text("no_contract"), json!("Nothing here binds you."));
    assert_eq!(text("only_an_estimate"), Value::Null, "the product's own words are no change");
    let notice = clinic.anonymous().get("/api/right-to-estimate").await.expect(StatusCode::OK);
    assert_eq!((&notice["text"], &notice["phone"]), (&json!("Ask us for an estimate."), &json!("(212) 555-0100")));
    let mut long = factories::estimate_settings();
    long["no_contract"] = json!("x".repeat(4001));
    owner.put(PATH, long).await.refused_field("no_contract");
}

#[tokio::test]
async fn of_two_who_change_the_settings_the_second_is_told() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let with = || {
        let mut request = owner.request(Method::PUT, PATH, Some(&factories::estimate_settings()));
        request.headers_mut().insert("if-match", "\"0\"".parse().unwrap());
        request
    };
    owner.send(with()).await.expect(StatusCode::OK);
    owner.send(with()).await.refused(StatusCode::PRECONDITION_FAILED, "stale");
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    nurse.put(PATH, factories::estimate_settings()).await.refused(StatusCode::FORBIDDEN, "forbidden");
    // A session also expires after fifteen idle minutes, so it is used in between.
    clinic.clock().advance(chrono::TimeDelta::minutes(10));
    owner.get(PATH).await.expect(StatusCode::OK);
    clinic.clock().advance(chrono::TimeDelta::minutes(6));
    owner.put(PATH, factories::estimate_settings()).await.refused(StatusCode::FORBIDDEN, "proof_required");
}

async fn work(clinic: &TestClinic) {
    Worker::new(clinic.server.app.clone(), clinic.server.mailer()).visit(clinic.provisioned.id).await;
}

async fn poster(client: &Client) -> String {
    client.get(POSTER).await.expect(StatusCode::OK)["state"].as_str().unwrap().to_owned()
}

/// A request that made it would wait for its turn on the whole server, and delay every clinic's documents.
#[tokio::test]
async fn the_poster_is_set_by_the_worker_once_for_each_text_and_never_in_a_request() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let file = format!("{POSTER}/file");
    owner.get(&file).await.refused(StatusCode::CONFLICT, "not_set");
    assert_eq!(poster(&owner).await, "missing");
    for _ in 0..3 {
        let asked = owner.post_nothing(POSTER).await.expect(StatusCode::CREATED);
        assert_eq!(asked["state"], "waiting");
        owner.get(&file).await.refused(StatusCode::CONFLICT, "not_set");
    }
    let queued = "{}.job where kind = 'estimate_poster'";
    assert_eq!(clinic.count(&format!("{queued} and done_at is null")).await, 1);
    work(&clinic).await;
    assert_eq!(poster(&owner).await, "ready", "is celadon-documents built? cargo build -p documents");
    let made = owner.get(&file).await;
    assert!(made.text.starts_with("%PDF-"));
    // The same text is not made again.
    assert_eq!(owner.post_nothing(POSTER).await.expect(StatusCode::CREATED)["state"], "ready");
    assert_eq!(clinic.count(&format!("{queued} and done_at is null")).await, 0);
    let mut other = factories::estimate_settings();
    other["right_to_receive"] = json!("Ask us for an estimate.");
    owner.put(PATH, other).await.expect(StatusCode::OK);
    assert_eq!(poster(&owner).await, "missing");
    owner.get(&file).await.refused(StatusCode::CONFLICT, "not_set");
    owner.post_nothing(POSTER).await.expect(StatusCode::CREATED);
    work(&clinic).await;
    assert_ne!(owner.get(&file).await.text, made.text);
    assert_eq!(clinic.count("{}.estimate_poster").await, 1);
}

#[tokio::test]
async fn a_poster_that_cannot_be_set_says_so_and_its_text_is_still_shown() {
    for program in ["/bin/false", "/nowhere/celadon-documents"] {
        let clinic = Server::with_documents(program).clinic().await;
        let owner = clinic.owner().await;
        owner.post_nothing(POSTER).await.expect(StatusCode::CREATED);
        work(&clinic).await;
        assert_eq!(poster(&owner).await, "failed");
        let shown = clinic.anonymous().get("/api/right-to-estimate").await.expect(StatusCode::OK);
        assert!(shown["text"].as_str().is_some_and(|text| !text.is_empty()));
        // It can be requested again.
        assert_eq!(owner.post_nothing(POSTER).await.expect(StatusCode::CREATED)["state"], "waiting");
    }
}
