use axum::http::{
    HeaderValue, Method, StatusCode,
    header::{HeaderName, IF_MATCH},
};
use serde_json::{Value, json};

use super::{form, id_of, listed, with};
use crate::testing::{Answer, Client, TestClinic, factories};
use base::permission::Role;

/// Sends a change with the version that was seen.
async fn put(client: &Client, path: &str, body: &Value, seen: &Value) -> Answer {
    let mut request = client.request(Method::PUT, path, Some(body));
    let name: HeaderName = IF_MATCH;
    request.headers_mut().insert(name, HeaderValue::from_str(&seen.to_string()).unwrap());
    client.send(request).await
}

#[tokio::test]
async fn a_stale_form_neither_reactivates_a_member_nor_restores_a_role() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let manager = clinic.signed_in_as(Role::PracticeManager).await;
    let id = id_of(&clinic, &factories::member(&clinic, Role::Provider).await).await;
    let path = format!("/api/team/{id}");
    let seen = listed(&owner, id).await.unwrap();
    assert_eq!(seen["version"], 1);
    // While the owner's form is open, the manager deactivates the member.
    let out = with(with(form(&seen), "status", "inactive"), "role", "Staff");
    let changed = put(&manager, &path, &out, &seen["version"]).await.expect(StatusCode::OK);
    assert_eq!(changed["version"], 2);
    let before = clinic.fingerprint().await;
    let older = with(form(&seen), "phone", "555 010 7777");
    put(&owner, &path, &older, &seen["version"]).await.refused(StatusCode::PRECONDITION_FAILED, "stale");
    assert_eq!(clinic.fingerprint().await, before);
    let latest = with(form(&changed), "phone", "555 010 7777");
    let latest = put(&owner, &path, &latest, &changed["version"]).await.expect(StatusCode::OK);
    assert_eq!(
        (&latest["status"], &latest["phone"], &latest["version"]),
        (&json!("inactive"), &json!("555 010 7777"), &json!(3))
    );
    // The specification's call sends no version.
    owner.put(&path, out).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_stale_form_does_not_overwrite_a_template() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for (path, text) in [
        ("/api/consents/templates", json!({ "name": "Photos", "body": "<p>May we?</p>" })),
        ("/api/gfe/templates", json!({ "name": "Annual", "vitals_template": "HR: ___ bpm" })),
    ] {
        let made = owner.post(path, text.clone()).await.expect(StatusCode::CREATED);
        assert_eq!(made["version"], 1, "{path}");
        let one = format!("{path}/{}", factories::id(&made));
        let renamed = with(text.clone(), "name", "Renamed");
        let changed = put(&owner, &one, &renamed, &made["version"]).await.expect(StatusCode::OK);
        assert_eq!((&changed["name"], &changed["version"]), (&json!("Renamed"), &json!(2)), "{path}");
        let before = clinic.fingerprint().await;
        put(&owner, &one, &text, &made["version"]).await.refused(StatusCode::PRECONDITION_FAILED, "stale");
        assert_eq!(clinic.fingerprint().await, before, "{path}");
        // The specification's call sends no version.
        assert_eq!(owner.put(&one, text).await.expect(StatusCode::OK)["version"], 3, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_concurrent_saves_of_one_version_one_succeeds() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let id = id_of(&clinic, &factories::member(&clinic, Role::Nurse).await).await;
    let template =
        factories::id(&owner.post("/api/gfe/templates", json!({ "name": "Annual" })).await.expect(StatusCode::CREATED));
    let member = form(&listed(&owner, id).await.unwrap());
    for (path, body) in
        [(format!("/api/team/{id}"), member), (format!("/api/gfe/templates/{template}"), json!({ "name": "Renamed" }))]
    {
        let seen = json!(1);
        let tries = (0..8).map(|_| put(&owner, &path, &body, &seen));
        let answers = futures_util::future::join_all(tries).await;
        let saved = answers.iter().filter(|answer| answer.status == StatusCode::OK).count();
        let stale = answers.iter().filter(|answer| answer.status == StatusCode::PRECONDITION_FAILED).count();
        assert_eq!((saved, stale), (1, 7), "{path}");
    }
}
