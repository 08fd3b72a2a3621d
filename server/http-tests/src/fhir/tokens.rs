//! Creating, using and revoking tokens.

use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::refused;
use crate::testing::{Answer, Client, PASSWORD, Server, TestClinic, factories};
use base::permission::Role;

const TOKENS: &str = "/api/clinic/api-tokens";
const PATIENTS: &str = "/api/fhir/r4/Patient";

fn new_token() -> Value {
    json!({ "name": "Reporting", "scopes": ["Patient"], "valid_days": 30 })
}

/// Sends this `Authorization` header without a cookie.
async fn with_header(clinic: &TestClinic, path: &str, header: &str) -> Answer {
    let program = clinic.anonymous();
    let mut request = program.request(Method::GET, path, None);
    request.headers_mut().insert("authorization", header.parse().unwrap());
    program.send(request).await
}

#[tokio::test]
async fn a_tokens_secret_is_shown_once_and_only_its_hash_is_stored() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let made = owner.post(TOKENS, new_token()).await.expect(StatusCode::CREATED);
    let secret = made["secret"].as_str().unwrap();
    assert!(secret.starts_with("celadon_") && secret.len() == 51, "{secret}");
    assert_eq!(made["token"]["scopes"], json!(["Patient"]));
    assert_eq!(made["token"]["created_by"], "Olive Owner");
    let listed = owner.get(TOKENS).await;
    assert!(!listed.text.contains(secret));
    let listed = listed.expect(StatusCode::OK);
    assert_eq!((&listed[0]["id"], &listed[0]["is_in_force"]), (&made["token"]["id"], &json!(true)));
    assert_eq!(clinic.count(&format!("{{}}.api_token t where t::text like '%{secret}%'")).await, 0);
    assert_eq!(clinic.count("{}.audit where action = 'api_token.create' and outcome = 'done'").await, 1);
}

#[tokio::test]
async fn a_repeated_request_makes_no_second_token_and_shows_no_secret() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let send = async || {
        let mut request = owner.request(Method::POST, TOKENS, Some(&new_token()));
        request.headers_mut().insert("idempotency-key", "k".parse().unwrap());
        owner.send(request).await
    };
    send().await.expect(StatusCode::CREATED);
    send().await.refused(StatusCode::CONFLICT, "told_once");
    assert_eq!(clinic.count("{}.api_token").await, 1);
}

#[tokio::test]
async fn making_a_token_needs_a_fresh_proof_of_identity() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    clinic.clock().advance(TimeDelta::minutes(8));
    owner.get(TOKENS).await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::minutes(8));
    owner.post(TOKENS, new_token()).await.refused(StatusCode::FORBIDDEN, "proof_required");
    assert_eq!(clinic.count("{}.api_token").await, 0);
    owner.post("/api/auth/prove", json!({ "password": PASSWORD })).await.expect(StatusCode::OK);
    owner.post(TOKENS, new_token()).await.expect(StatusCode::CREATED);
}

/// An owner who treats nobody reads no charts, nor does a program with the owner's token.
#[tokio::test]
async fn a_token_reads_no_more_than_its_maker() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    let (_, secret) = factories::api_token(&owner).await;
    let program = clinic.anonymous().with_api_token(&secret);
    let procedures = format!("/api/fhir/r4/Procedure?patient={patient}");
    program.get(&procedures).await.expect(StatusCode::OK);
    clinic.plant("update {}.member set role = 'Practice Manager' where is_owner").await;
    for scope in ["Procedure", "Observation"] {
        let new = json!({ "name": "Reporting", "scopes": ["Patient", scope], "valid_days": 30 });
        let words = "hold a kind of resource that your own role does not read";
        assert_eq!(owner.post(TOKENS, new).await.refused_field("scopes"), words);
    }
    owner.post(TOKENS, new_token()).await.expect(StatusCode::CREATED);
    // The token from before either change.
    refused(program.get(&procedures).await, StatusCode::FORBIDDEN, "forbidden");
    let everything = program.get(&format!("/api/fhir/r4/Patient/{patient}/$everything")).await.expect(StatusCode::OK);
    let kinds = everything["entry"].to_string();
    assert!(
        !kinds.contains(r#""resourceType":"Observation""#) && kinds.contains(r#""resourceType":"Patient""#),
        "{kinds}"
    );
}

#[tokio::test]
async fn a_token_of_somebody_who_has_left_reads_nothing() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (_, secret) = factories::api_token(&owner).await;
    let program = clinic.anonymous().with_api_token(&secret);
    program.get("/api/fhir/r4/Patient").await.expect(StatusCode::OK);
    for (gone, back) in [("status = 'inactive'", "status = 'active'"), ("removed_at = now()", "removed_at = null")] {
        clinic.plant(&format!("update {{}}.member set {gone} where is_owner")).await;
        refused(program.get("/api/fhir/r4/Patient").await, StatusCode::UNAUTHORIZED, "login");
        clinic.plant(&format!("update {{}}.member set {back} where is_owner")).await;
    }
    program.get("/api/fhir/r4/Patient").await.expect(StatusCode::OK);
}

#[tokio::test]
async fn only_an_owner_makes_and_revokes_and_a_manager_sees_the_list() {
    let clinic = TestClinic::new().await;
    let (id, _) = factories::api_token(&clinic.owner().await).await;
    let manager = clinic.signed_in_as(Role::PracticeManager).await;
    assert_eq!(manager.get(TOKENS).await.expect(StatusCode::OK)[0]["id"], id);
    manager.post(TOKENS, new_token()).await.refused(StatusCode::FORBIDDEN, "forbidden");
    manager.post_nothing(&format!("{TOKENS}/{id}/revoke")).await.refused(StatusCode::FORBIDDEN, "forbidden");
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    nurse.get(TOKENS).await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(clinic.count("{}.api_token where revoked_at is null").await, 1);
}

#[tokio::test]
async fn a_form_that_is_filled_in_wrong_makes_no_token() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for (field, value) in [
        ("name", json!("")),
        ("name", json!("x".repeat(201))),
        ("scopes", json!([])),
        ("scopes", json!(["Patient", "Claim"])),
        ("scopes", json!("Patient")),
        ("valid_days", json!(0)),
        ("valid_days", json!(366)),
        ("valid_days", json!(null)),
    ] {
        let mut new = new_token();
        new[field] = value;
        owner.post(TOKENS, new).await.refused_field(field);
    }
    assert_eq!(clinic.count("{}.api_token").await, 0);
    let mut new = new_token();
    new["scopes"] = json!(["Observation", "Patient", "Observation"]);
    let made = owner.post(TOKENS, new).await.expect(StatusCode::CREATED);
    assert_eq!(made["token"]["scopes"], json!(["Patient", "Observation"]));
}

#[tokio::test]
async fn twenty_tokens_are_in_force_at_most_however_many_are_asked_for_at_once() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for _ in 0..18 {
        factories::api_token(&owner).await;
    }
    let several = futures_util::future::join_all((0..4).map(|_| owner.post(TOKENS, new_token()))).await;
    let mut statuses: Vec<_> = several.iter().map(|answer| answer.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 201, 409, 409]);
    owner.post(TOKENS, new_token()).await.refused(StatusCode::CONFLICT, "too_many_tokens");
    let id = owner.get(TOKENS).await.expect(StatusCode::OK)[0]["id"].as_i64().unwrap();
    owner.post_nothing(&format!("{TOKENS}/{id}/revoke")).await.expect(StatusCode::OK);
    owner.post(TOKENS, new_token()).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn a_revoked_token_opens_nothing_from_then_on() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (id, secret) = factories::api_token(&owner).await;
    let program = clinic.anonymous().with_api_token(&secret);
    program.get(PATIENTS).await.expect(StatusCode::OK);
    let revoked = owner.post_nothing(&format!("{TOKENS}/{id}/revoke")).await.expect(StatusCode::OK);
    assert_eq!((&revoked["is_in_force"], &revoked["revoked_by"]), (&json!(false), &json!("Olive Owner")));
    refused(program.get(PATIENTS).await, StatusCode::UNAUTHORIZED, "login");
    // A second call changes nothing, and an unknown token is not found.
    let again = owner.post_nothing(&format!("{TOKENS}/{id}/revoke")).await.expect(StatusCode::OK);
    assert_eq!(again["revoked_at"], revoked["revoked_at"]);
    owner.post_nothing(&format!("{TOKENS}/999/revoke")).await.refused(StatusCode::NOT_FOUND, "not_found");
}

#[tokio::test]
async fn a_token_opens_nothing_after_its_last_day() {
    let clinic = TestClinic::new().await;
    let (_, secret) = factories::api_token(&clinic.owner().await).await;
    let program = clinic.anonymous().with_api_token(&secret);
    clinic.clock().advance(TimeDelta::days(30) - TimeDelta::seconds(30));
    program.get(PATIENTS).await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::seconds(31));
    refused(program.get(PATIENTS).await, StatusCode::UNAUTHORIZED, "login");
    let listed = clinic.owner().await.get(TOKENS).await.expect(StatusCode::OK);
    assert_eq!(listed[0]["is_in_force"], false);
}

#[tokio::test]
async fn what_is_no_token_of_the_clinic_is_refused_alike_and_leaves_no_row() {
    let server = Server::new();
    let (here, there) = (server.clinic().await, server.clinic().await);
    let (_, foreign) = factories::api_token(&there.owner().await).await;
    let before = here.count("{}.audit").await;
    let missing = refused(here.anonymous().get(PATIENTS).await, StatusCode::UNAUTHORIZED, "login");
    for header in
        ["Bearer", "Bearer x", "Basic eDp5", &format!("Bearer {foreign}"), &format!("Bearer {}", &foreign[8..])]
    {
        let answer = with_header(&here, PATIENTS, header).await;
        assert_eq!(answer.headers["www-authenticate"], "Bearer realm=\"Celadon\"");
        assert_eq!(refused(answer, StatusCode::UNAUTHORIZED, "login"), missing, "{header}");
    }
    assert_eq!(here.count("{}.audit").await, before);
    with_header(&there, PATIENTS, &format!("bearer {foreign}")).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn each_read_and_each_refusal_names_the_token_and_the_patients() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (id, secret) = factories::api_token_for(&owner, &["Patient"]).await;
    let program = clinic.anonymous().with_api_token(&secret);
    program.get(&format!("{PATIENTS}/{patient}")).await.expect(StatusCode::OK);
    program.get(PATIENTS).await.expect(StatusCode::OK);
    refused(program.get(&format!("{PATIENTS}/999")).await, StatusCode::NOT_FOUND, "not-found");
    refused(program.get("/api/fhir/r4/Consent").await, StatusCode::FORBIDDEN, "forbidden");
    refused(program.get(&format!("{PATIENTS}?birthdate=x")).await, StatusCode::BAD_REQUEST, "invalid");
    refused(program.get(&format!("{PATIENTS}?_format=xml")).await, StatusCode::NOT_ACCEPTABLE, "not-supported");
    let rows = clinic
        .rows("select action, outcome, patient_ids, role, actor_name from {}.audit where actor = 'token' order by id")
        .await;
    let logged: Vec<(String, String, Vec<i64>, String, String)> = rows
        .iter()
        .map(|row| {
            let text = |name: &str| row.try_get::<String>("", name).unwrap();
            (text("action"), text("outcome"), row.try_get("", "patient_ids").unwrap(), text("role"), text("actor_name"))
        })
        .collect();
    let row = |action: &str, outcome: &str, patients: &[i64]| {
        (action.to_owned(), outcome.to_owned(), patients.to_vec(), format!("API token {id}"), "Reporting".to_owned())
    };
    assert_eq!(
        logged,
        [
            row("fhir.patient.read", "done", &[patient]),
            row("fhir.patient.search", "done", &[patient]),
            row("fhir.patient.read", "denied", &[999]),
            row("fhir.consent.search", "denied", &[]),
            row("fhir.patient.search", "denied", &[]),
            row("fhir.patient.search", "denied", &[]),
        ]
    );
    let log = owner.get("/api/audit?limit=1").await.expect(StatusCode::OK);
    assert_eq!(
        (&log[0]["actor"], &log[0]["token"], &log[0]["member"]),
        (&json!("token"), &json!("Reporting"), &Value::Null)
    );
    let file = owner.get("/api/audit/export").await;
    assert!(file.text.contains("Reporting (API token)"), "{}", file.text);
}

#[tokio::test]
async fn when_a_token_was_last_used_is_kept_to_the_minute() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (_, secret) = factories::api_token(&owner).await;
    let program = clinic.anonymous().with_api_token(&secret);
    let last = async || owner.get(TOKENS).await.expect(StatusCode::OK)[0]["last_used_at"].clone();
    assert_eq!(last().await, Value::Null);
    program.get(PATIENTS).await.expect(StatusCode::OK);
    let first = last().await;
    clinic.clock().advance(TimeDelta::seconds(50));
    program.get(PATIENTS).await.expect(StatusCode::OK);
    assert_eq!(last().await, first);
    clinic.clock().advance(TimeDelta::seconds(10));
    program.get(PATIENTS).await.expect(StatusCode::OK);
    assert_ne!(last().await, first);
}

#[tokio::test]
async fn a_suspended_clinic_answers_no_program() {
    let clinic = TestClinic::new().await;
    let (_, secret) = factories::api_token(&clinic.owner().await).await;
    let schema = &clinic.provisioned.schema;
    clinic.plant(&format!("update registry.clinic set status = 'suspended' where schema_name = '{schema}'")).await;
    clinic.server.app.directory.forget();
    let program: Client = clinic.anonymous().with_api_token(&secret);
    refused(program.get(PATIENTS).await, StatusCode::FORBIDDEN, "suppressed");
}

#[tokio::test]
async fn programs_are_limited_apart_from_people() {
    let mut config = crate::testing::config();
    config.rate_limit_factor = 1;
    let db = tenancy::Db::new(&config.database_url, 4).unwrap();
    let clinic = Server::with_db(config, db).clinic().await;
    let owner = clinic.owner().await;
    let (_, secret) = factories::api_token(&owner).await;
    let program = clinic.anonymous().with_api_token(&secret);
    let mut answers = Vec::new();
    for _ in 0..200 {
        let answer = program.get("/api/fhir/r4/metadata").await;
        let is_last = answer.status != StatusCode::OK;
        answers.push(answer);
        if is_last {
            break;
        }
    }
    let last = answers.pop().unwrap();
    assert!(answers.len() >= 100, "{}", answers.len());
    assert!(last.headers.contains_key("retry-after"));
    refused(last, StatusCode::TOO_MANY_REQUESTS, "throttled");
    owner.get("/api/patients").await.expect(StatusCode::OK);
}
