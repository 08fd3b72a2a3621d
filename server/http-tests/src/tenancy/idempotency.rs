//! A request that is sent twice, or twenty times at once, is done once.

use axum::{
    body::Body,
    http::{HeaderValue, Method, Request, StatusCode},
};
use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::proxy;
use crate::testing::{
    self, Answer, Client, PASSWORD, Server, TestClinic, factories,
    world::{World, new_member},
};
use base::permission::Role;
use tenancy::Db;

fn keyed(client: &Client, path: &str, key: &str, body: &Value) -> Request<Body> {
    let mut request = client.request(Method::POST, path, Some(body));
    request.headers_mut().insert("idempotency-key", HeaderValue::from_str(key).unwrap());
    request
}

async fn post(client: &Client, path: &str, key: &str, body: &Value) -> Answer {
    client.send(keyed(client, path, key, body)).await
}

/// How often the work was done.
async fn made(clinic: &TestClinic, action: &str) -> i64 {
    clinic.count(&format!("{{}}.audit where action = '{action}' and outcome = 'done'")).await
}

fn ann() -> Value {
    json!({ "first_name": "Ann", "last_name": "Berg" })
}

#[tokio::test]
async fn a_repeated_request_gets_the_first_response_and_does_nothing() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let first = post(&owner, "/api/patients", "k1", &ann()).await;
    let again = post(&owner, "/api/patients", "k1", &ann()).await;
    assert_eq!((first.status, &first.text), (StatusCode::CREATED, &again.text));
    assert_eq!(again.status, StatusCode::CREATED);
    assert_eq!(again.headers["content-type"], first.headers["content-type"]);
    assert_eq!(clinic.count("{}.patient").await, 1);
    let id = factories::id(&first.json());
    assert_eq!(made(&clinic, "patient.create").await, 1, "nothing was done the second time");
    let again =
        format!("{{}}.audit where outcome = 'repeated' and action = 'patient.create' and patient_ids = '{{{id}}}'");
    assert_eq!(clinic.count(&again).await, 1, "and the log says that it was answered again");
    let entries = owner.get("/api/audit").await.expect(StatusCode::OK);
    assert_eq!((&entries[0]["outcome"], &entries[0]["phrase"]), (&json!("repeated"), &json!("Added a client")));
    post(&owner, "/api/patients", "k2", &ann()).await.expect(StatusCode::CREATED);
    owner.post("/api/patients", ann()).await.expect(StatusCode::CREATED);
    owner.post("/api/patients", ann()).await.expect(StatusCode::CREATED);
    assert_eq!(clinic.count("{}.patient").await, 4, "another key, and none at all, is another request");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_concurrent_requests_with_one_key_are_done_once() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    for round in 0..3 {
        let key = format!("round {round}").replace(' ', "-");
        let body = factories::botox(patient);
        let answers = join_all((0..20).map(|_| post(&owner, "/api/treatments", &key, &body))).await;
        for answer in &answers {
            assert_eq!((answer.status, &answer.text), (StatusCode::CREATED, &answers[0].text));
        }
        assert_eq!(clinic.count("{}.treatment").await, round + 1);
    }
    assert_eq!(made(&clinic, "treatment.create").await, 3);
    assert_eq!(clinic.count("{}.audit where action = 'treatment.create' and outcome = 'repeated'").await, 3 * 19);
}

#[tokio::test]
async fn a_key_is_good_for_one_request_only() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    post(&owner, "/api/patients", "k", &ann()).await.expect(StatusCode::CREATED);
    let before = clinic.fingerprint().await;
    let other = json!({ "first_name": "Ann", "last_name": "Borg" });
    post(&owner, "/api/patients", "k", &other).await.refused(StatusCode::UNPROCESSABLE_ENTITY, "key_reused");
    let elsewhere = post(&owner, "/api/consents/templates", "k", &ann()).await;
    elsewhere.refused(StatusCode::UNPROCESSABLE_ENTITY, "key_reused");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_key_belongs_to_its_member_and_clinic() {
    let server = Server::new();
    let (here, there) = (server.clinic().await, server.clinic().await);
    let owner = here.owner().await;
    let provider = here.signed_in_as(Role::Provider).await;
    let first = post(&owner, "/api/patients", "k", &ann()).await.expect(StatusCode::CREATED);
    let by_another = post(&provider, "/api/patients", "k", &ann()).await.expect(StatusCode::CREATED);
    assert_ne!(first["id"], by_another["id"]);
    let elsewhere = post(&there.owner().await, "/api/patients", "k", &ann()).await.expect(StatusCode::CREATED);
    assert!(factories::id(&elsewhere) >= there.first_id);
    assert_eq!((here.count("{}.patient").await, there.count("{}.patient").await), (2, 1));
}

#[tokio::test]
async fn a_refused_request_can_be_sent_again_with_its_key() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let body = factories::botox(patient);
    let refused = post(&owner, "/api/treatments", "k", &body).await;
    assert_eq!(refused.status, StatusCode::CONFLICT, "{}", refused.text);
    assert_eq!(clinic.count("{}.kept_answer").await, 0);
    factories::exam(&owner, patient).await;
    post(&owner, "/api/treatments", "k", &body).await.expect(StatusCode::CREATED);
    // A refusal that is recorded releases the key as well.
    let wrong = json!({ "password": "not the right one" });
    post(&owner, "/api/auth/prove", "p", &wrong).await.refused(StatusCode::FORBIDDEN, "wrong_password");
    assert_eq!(clinic.count("{}.kept_answer where key = 'p'").await, 0);
}

#[tokio::test]
async fn a_member_without_the_permission_gets_no_stored_response_and_is_audited() {
    let clinic = TestClinic::new().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    post(&provider, "/api/patients", "k", &ann()).await.expect(StatusCode::CREATED);
    clinic.plant("update {}.member set role = 'Staff' where role = 'Provider'").await;
    let denials = "{}.audit where action = 'patient.create' and outcome = 'denied'";
    post(&provider, "/api/patients", "k", &ann()).await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(clinic.count(denials).await, 1);
    clinic.plant("update {}.session set ended_at = now()").await;
    post(&provider, "/api/patients", "k", &ann()).await.refused(StatusCode::UNAUTHORIZED, "signed_out");
}

#[tokio::test]
async fn the_link_of_a_consent_is_sent_once() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let template = factories::template(&owner).await;
    let path = format!("/api/consents/{patient}/issue");
    let body = json!({ "templateId": template });
    let first = post(&owner, &path, "k", &body).await.expect(StatusCode::CREATED);
    let again = post(&owner, &path, "k", &body).await;
    assert!(!again.text.contains("portal"), "{}", again.text);
    again.refused(StatusCode::CONFLICT, "told_once");
    assert_eq!(clinic.count("{}.consent").await, 1);
    let link = first["portal_url"].as_str().unwrap().replace(&clinic.origin(), "").replace("/sign/", "/consent/");
    clinic.anonymous().get(&format!("/api{link}")).await.expect(StatusCode::OK);
}

/// Every string in the fields of an answer that hold a secret.
fn secrets_in(answer: &Answer) -> Vec<String> {
    const SENT_ONCE: [&str; 7] = ["portal_url", "invite_url", "secret", "uri", "codes", "url", "checkout_url"];
    let Ok(Value::Object(fields)) = serde_json::from_str(&answer.text) else { return Vec::new() };
    let found = SENT_ONCE.iter().filter_map(|name| fields.get(*name));
    let text = |value: &Value| match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(list) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    found.flat_map(text).collect()
}

/// For every call, a repeated request receives the stored response.
#[tokio::test]
async fn no_stored_response_holds_a_secret() {
    let world = World::new(&Server::new()).await;
    let mut secrets = 0;
    for (number, call) in world.calls().into_iter().enumerate() {
        if call.method != Method::POST || call.template == "/api/auth/logout" {
            continue;
        }
        let client = world.owner.clone().on(Server::new().router);
        let (key, body) = (format!("k{number}"), call.body.unwrap_or(json!({})));
        let first = post(&client, &call.path, &key, &body).await;
        let again = post(&client, &call.path, &key, &body).await;
        for secret in secrets_in(&first) {
            assert!(!again.text.contains(&secret), "{} tells its secret again", call.template);
            secrets += 1;
        }
    }
    assert!(secrets >= 4, "only {secrets} answers held a secret");
}

#[tokio::test]
async fn a_stored_response_that_needed_a_proof_needs_one_again() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let member = new_member("joining@clinic.example");
    let first = post(&owner, "/api/team", "k", &member).await.expect(StatusCode::CREATED);
    post(&owner, "/api/patients", "p", &ann()).await.expect(StatusCode::CREATED);
    clinic.clock().advance(TimeDelta::minutes(8));
    owner.get("/api/patients").await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::minutes(8));
    post(&owner, "/api/team", "k", &member).await.refused(StatusCode::FORBIDDEN, "proof_required");
    assert_eq!(clinic.count("{}.audit where action = 'team.create' and outcome = 'denied'").await, 1);
    post(&owner, "/api/patients", "p", &ann()).await.expect(StatusCode::CREATED);
    owner.post("/api/auth/prove", json!({ "password": PASSWORD })).await.expect(StatusCode::OK);
    let again = post(&owner, "/api/team", "k", &member).await.expect(StatusCode::CREATED);
    assert_eq!(again["member"], first["member"]);
    assert_eq!(again["invite_url"], Value::Null);
}

#[tokio::test]
async fn a_stored_response_belongs_to_its_session_and_the_work_is_done_once() {
    let clinic = TestClinic::new().await;
    let (here, there) = (clinic.owner().await, clinic.owner().await);
    post(&here, "/api/patients", "k", &ann()).await.expect(StatusCode::CREATED);
    let repeated = post(&there, "/api/patients", "k", &ann()).await;
    assert!(!repeated.text.contains("Berg"), "{}", repeated.text);
    repeated.refused(StatusCode::CONFLICT, "done_before");
    assert_eq!(clinic.count("{}.patient").await, 1);
}

#[tokio::test]
async fn a_stored_response_is_encrypted_and_bound_to_its_row() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    post(&owner, "/api/patients", "k", &ann()).await.expect(StatusCode::CREATED);
    for needle in ["Berg", "first_name"] {
        let kept = format!("{{}}.kept_answer where position('{needle}'::bytea in body) > 0 or key like '%{needle}%'");
        assert_eq!(clinic.count(&kept).await, 0, "{needle}");
    }
    // A stored response that is moved to another row is not accepted.
    post(&owner, "/api/patients", "other", &ann()).await.expect(StatusCode::CREATED);
    clinic
        .plant("update {}.kept_answer a set body = b.body from {}.kept_answer b where a.key = 'other' and b.key = 'k'")
        .await;
    post(&owner, "/api/patients", "other", &ann()).await.refused(StatusCode::INTERNAL_SERVER_ERROR, "internal");
}

/// The client disconnects before the answer: the write goes on, and the retry receives its outcome.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_retry_after_a_lost_response_duplicates_nothing() {
    let world = Server::new();
    let clinic = world.clinic().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    let mut config = testing::config();
    config.database_url = proxy::slow(&config.database_url).await;
    let db = Db::new(&config.database_url, 4).unwrap();
    let slow = owner.clone().on(Server::with_db(config, db).router);
    let mut lost = 0;
    for round in 0..20 {
        let key = format!("k{round}");
        let body = factories::botox(patient);
        let patience = std::time::Duration::from_millis(1 + round * 2);
        let hung_up = tokio::time::timeout(patience, post(&slow, "/api/treatments", &key, &body)).await.is_err();
        lost += u32::from(hung_up);
        let answer = post(&slow, "/api/treatments", &key, &body).await;
        answer.expect(StatusCode::CREATED);
        let there = i64::try_from(round).unwrap() + 1;
        assert_eq!(clinic.count("{}.treatment").await, there, "round {round}");
    }
    assert!(lost > 0, "no answer was lost");
}

#[tokio::test]
async fn a_stored_response_is_deleted_after_a_day() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = "/api/patients";
    clinic.plant("update {}.clinic_setting set idle_minutes = 60").await;
    let run_upkeep =
        async || operations::fleet::run_upkeep(&clinic.server.app, clinic.provisioned.id, true).await.unwrap();
    let first = post(&owner, path, "k", &ann()).await.expect(StatusCode::CREATED);
    clinic.clock().advance(TimeDelta::minutes(59));
    run_upkeep().await;
    assert_eq!(post(&owner, path, "k", &ann()).await.expect(StatusCode::CREATED), first);
    clinic.clock().advance(TimeDelta::hours(22));
    run_upkeep().await;
    let owner = clinic.owner().await;
    post(&owner, path, "k", &ann()).await.refused(StatusCode::CONFLICT, "done_before");
    clinic.clock().advance(TimeDelta::minutes(61));
    let owner = clinic.owner().await;
    let second = post(&owner, path, "k", &ann()).await.expect(StatusCode::CREATED);
    assert_ne!(second["id"], first["id"], "after a day the key is a new one, cleaned up or not");
    clinic.clock().advance(TimeDelta::hours(24));
    run_upkeep().await;
    assert_eq!(clinic.count("{}.kept_answer").await, 0);
}

#[tokio::test]
async fn a_malformed_key_header_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let long = "k".repeat(201);
    for key in ["", " ", "a b", "schlüssel", &long] {
        let mut request = owner.request(Method::POST, "/api/patients", Some(&ann()));
        request.headers_mut().insert("idempotency-key", HeaderValue::from_bytes(key.as_bytes()).unwrap());
        owner.send(request).await.refused_field("Idempotency-Key");
    }
    assert_eq!(clinic.count("{}.patient").await, 0);
    post(&owner, "/api/patients", &"k".repeat(200), &ann()).await.expect(StatusCode::CREATED);
}

/// A response that sets a cookie is not stored, because it would sign the member in a second time.
#[tokio::test]
async fn a_sign_out_is_not_stored_and_a_second_one_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let leave = || {
        let mut request = owner.request(Method::POST, "/api/auth/logout", None);
        request.headers_mut().insert("idempotency-key", HeaderValue::from_static("k"));
        request
    };
    owner.send(leave()).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(clinic.count("{}.kept_answer").await, 0);
    owner.send(leave()).await.refused(StatusCode::UNAUTHORIZED, "signed_out");
}
