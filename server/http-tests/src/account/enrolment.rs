use axum::http::StatusCode;
use chrono::TimeDelta;
use sea_orm::{ConnectionTrait, TransactionTrait};
use serde_json::{Value, json};

use super::{enrol, is_signed_in, login_with, prove, to_the_beginning_of_a_step};
use crate::testing::{Client, PASSWORD, TestClinic, factories};
use base::permission::Role;
use crypto::totp::Secret;

async fn state(client: &Client) -> Value {
    let session = client.get("/api/auth/session").await.expect(StatusCode::OK);
    json!([session["second_factor"], session["recovery_codes_left"]])
}

#[tokio::test]
async fn setting_up_a_second_factor_returns_ten_recovery_codes() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    assert_eq!(state(&owner).await, json!(["off", 0]));
    to_the_beginning_of_a_step(&clinic);
    let begun = owner.post_nothing("/api/auth/totp").await.expect(StatusCode::CREATED);
    let text = begun["secret"].as_str().unwrap();
    let uri = begun["uri"].as_str().unwrap();
    assert!(uri.starts_with("otpauth://totp/") && uri.contains(text), "{uri}");
    assert!(uri.contains("owner%40clinic.example") || uri.contains("owner@clinic.example"), "{uri}");
    assert!(begun["qr_size"].as_i64().unwrap() >= 21 && begun["qr_path"].as_str().unwrap().starts_with("M0 0h7"));
    assert_eq!(state(&owner).await, json!(["off", 0]), "not before it is confirmed");
    let code = Secret::from_base32(text).code_at(clinic.clock().now());
    let answer = owner.post("/api/auth/totp/confirm", json!({ "code": code })).await.expect(StatusCode::OK);
    let codes: Vec<String> = serde_json::from_value(answer["codes"].clone()).unwrap();
    assert_eq!(codes.iter().collect::<std::collections::BTreeSet<_>>().len(), 10);
    assert_eq!(state(&owner).await, json!(["on", 10]));
    for action in ["auth.totp.begin", "auth.totp.confirm"] {
        assert_eq!(factories::audited(&clinic, "member", action, &[], &[]).await, 1, "{action}");
    }
}

#[tokio::test]
async fn confirming_a_second_factor_ends_the_members_other_sessions_only() {
    let clinic = TestClinic::new().await;
    let (owner, elsewhere) = (clinic.owner().await, clinic.owner().await);
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    enrol(&clinic, &owner).await;
    assert!(is_signed_in(&owner).await && is_signed_in(&nurse).await);
    assert!(!is_signed_in(&elsewhere).await, "it began with a password alone");
}

#[tokio::test]
async fn only_a_current_code_of_the_newest_secret_confirms() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let confirm = async |code: String| owner.post("/api/auth/totp/confirm", json!({ "code": code })).await;
    confirm("123456".into()).await.refused(StatusCode::CONFLICT, "not_begun");
    to_the_beginning_of_a_step(&clinic);
    let begin = async || {
        let begun = owner.post_nothing("/api/auth/totp").await.expect(StatusCode::CREATED);
        Secret::from_base32(begun["secret"].as_str().unwrap())
    };
    let (first, second) = (begin().await, begin().await);
    let now = clinic.clock().now();
    let before = clinic.fingerprint().await;
    for wrong in [first.code_at(now), second.code_at(now + TimeDelta::seconds(60)), "12345".into(), "x".into()] {
        confirm(wrong).await.refused(StatusCode::FORBIDDEN, "wrong_code");
    }
    owner.post("/api/auth/totp/confirm", json!({})).await.refused_field("code");
    assert_eq!(clinic.fingerprint().await, before);
    assert_eq!(
        clinic.count("{}.audit where action = 'auth.totp.confirm' and outcome = 'denied'").await,
        4,
        "each is recorded"
    );
    clinic.plant("update {}.second_factor set created_at = created_at - interval '30 minutes'").await;
    confirm(second.code_at(now)).await.refused(StatusCode::CONFLICT, "not_begun");
    assert_eq!(state(&owner).await, json!(["off", 0]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_windows_that_begin_at_once_the_later_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let schema = &clinic.provisioned.schema;
    let other = clinic.owner_db.raw().begin().await.unwrap();
    let begun = format!(
        "insert into {schema}.second_factor (member_id, secret, key_id, created_at) select id, '', '', now() from {schema}.member"
    );
    other.execute_unprepared(&begun).await.unwrap();
    let client = owner.clone();
    let answer =
        clinic.answer_after(other, "second_factor", async move { client.post_nothing("/api/auth/totp").await });
    answer.await.refused(StatusCode::CONFLICT, "begun_twice");
    assert_eq!(clinic.count("{}.second_factor where secret = ''").await, 1);
    assert_eq!(clinic.count("{}.second_factor").await, 1);
    // A new start replaces both.
    owner.post_nothing("/api/auth/totp").await.expect(StatusCode::CREATED);
    assert_eq!(clinic.count("{}.second_factor").await, 1);
}

#[tokio::test]
async fn changing_to_another_phone_invalidates_the_old_one() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let old = enrol(&clinic, &owner).await;
    clinic.clock().advance(TimeDelta::seconds(60));
    owner.post("/api/auth/totp", json!({ "password": PASSWORD })).await.expect(StatusCode::CREATED);
    login_with(&clinic.anonymous(), "owner@clinic.example", &old.code(&clinic, 0)).await.expect(StatusCode::OK);
    let new = enrol(&clinic, &owner).await;
    clinic.clock().advance(TimeDelta::seconds(60));
    for gone in [&old.code(&clinic, 0), &old.codes[0]] {
        let answer = login_with(&clinic.anonymous(), "owner@clinic.example", gone).await;
        answer.refused(StatusCode::UNAUTHORIZED, "wrong_code");
    }
    login_with(&clinic.anonymous(), "owner@clinic.example", &new.code(&clinic, 0)).await.expect(StatusCode::OK);
    assert_eq!(clinic.count("{}.second_factor").await, 1);
}

#[tokio::test]
async fn a_member_can_turn_off_the_second_factor_unless_the_clinic_requires_it() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    enrol(&clinic, &owner).await;
    clinic.plant("update {}.clinic_setting set second_factor = 'required'").await;
    let before = clinic.fingerprint().await;
    let remove = async || owner.post("/api/auth/totp/remove", json!({ "password": PASSWORD })).await;
    remove().await.refused(StatusCode::CONFLICT, "second_factor_kept");
    assert_eq!(clinic.fingerprint().await, before);
    clinic.plant("update {}.clinic_setting set second_factor = 'optional'").await;
    remove().await.expect(StatusCode::NO_CONTENT);
    assert_eq!(state(&owner).await, json!(["off", 0]));
    assert_eq!(clinic.count("{}.second_factor").await + clinic.count("{}.recovery_code").await, 0);
    clinic.owner().await;
    assert_eq!(factories::audited(&clinic, "member", "auth.totp.remove", &[], &[]).await, 1);
}

#[tokio::test]
async fn setting_up_a_second_factor_needs_a_fresh_proof() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let begun = owner.post_nothing("/api/auth/totp").await.expect(StatusCode::CREATED);
    let secret = Secret::from_base32(begun["secret"].as_str().unwrap());
    clinic.clock().advance(TimeDelta::minutes(8));
    owner.get("/api/patients").await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::minutes(8));
    let before = clinic.fingerprint().await;
    let code = || json!({ "code": secret.code_at(clinic.clock().now()) });
    owner.post_nothing("/api/auth/totp").await.refused(StatusCode::FORBIDDEN, "proof_required");
    owner.post("/api/auth/totp/confirm", code()).await.refused(StatusCode::FORBIDDEN, "proof_required");
    assert_eq!(clinic.fingerprint().await, before);
    prove(&owner).await;
    owner.post("/api/auth/totp/confirm", code()).await.expect(StatusCode::OK);
}

/// Somebody who finds an unlocked screen a minute after the member has signed in cannot change the account.
#[tokio::test]
async fn replacing_or_removing_a_second_factor_needs_a_proof_in_the_request() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let phone = enrol(&clinic, &owner).await;
    prove(&owner).await;
    let before = clinic.fingerprint().await;
    let paths = ["/api/auth/totp", "/api/auth/totp/recovery-codes", "/api/auth/totp/remove"];
    for path in paths {
        owner.post_nothing(path).await.refused_field("password");
        let wrong = json!({ "password": "not the right one" });
        owner.post(path, wrong).await.refused(StatusCode::FORBIDDEN, "wrong_password");
        owner.post(path, json!({ "code": "00000" })).await.refused(StatusCode::FORBIDDEN, "wrong_code");
        let both = json!({ "password": PASSWORD, "code": "000000" });
        owner.post(path, both).await.refused_field("code");
    }
    let untouched = "update {}.second_factor set failures = 0, failed_at = null";
    clinic.plant(untouched).await;
    assert_eq!(clinic.fingerprint().await, before);
    // The password, a code of the app, and a recovery code are each a proof.
    owner.post(paths[0], json!({ "password": PASSWORD })).await.expect(StatusCode::CREATED);
    let renewed = owner.post(paths[1], json!({ "code": phone.code(&clinic, 1) })).await.expect(StatusCode::CREATED);
    owner.post(paths[2], json!({ "code": renewed["codes"][3] })).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(state(&owner).await, json!(["off", 0]));
}

#[tokio::test]
async fn the_secret_and_the_codes_are_sent_once_and_stored_nowhere_in_clear_text() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let phone = enrol(&clinic, &owner).await;
    let mut everything = String::new();
    for path in ["/api/auth/session", "/api/team", "/api/clinic/settings"] {
        everything += &owner.get(path).await.text;
    }
    everything += &login_with(&clinic.anonymous(), "owner@clinic.example", &phone.code(&clinic, 1)).await.text;
    // Every value in every table of the clinic, as text. Bytes are written in hex.
    let tables = clinic
        .rows(&format!(
            "select table_name::text as name from information_schema.tables where table_schema = '{}'",
            clinic.provisioned.schema
        ))
        .await;
    assert!(tables.len() > 20);
    for table in tables {
        let table: String = table.try_get("", "name").unwrap();
        for row in clinic.rows(&format!("select t::text as line from {{}}.{table} t")).await {
            everything += &row.try_get::<String>("", "line").unwrap();
        }
    }
    assert!(everything.contains("second_factor") && everything.contains("auth.totp.confirm"));
    let (everything, hex) = (everything.to_lowercase(), hex::encode(phone.secret.as_bytes()));
    for secret in [phone.secret.base32().to_lowercase(), hex].iter().chain(&phone.codes) {
        assert!(!everything.contains(secret.as_str()) && !everything.contains(&secret.replace('-', "")), "{secret}");
    }
}

#[tokio::test]
async fn a_second_factor_works_for_its_own_member_and_clinic_only() {
    let clinic = TestClinic::new().await;
    let other = clinic.server.clinic().await;
    let owner = clinic.owner().await;
    let phone = enrol(&clinic, &owner).await;
    let nurse = factories::member(&clinic, Role::Nurse).await;
    let nurse = clinic.anonymous().sign_in(&nurse).await;
    assert_eq!(state(&nurse).await, json!(["off", 0]));
    // The same address at another clinic is another member.
    let elsewhere = other.owner().await;
    assert_eq!(state(&elsewhere).await, json!(["off", 0]));
    enrol(&other, &elsewhere).await;
    let answer = login_with(&other.anonymous(), "owner@clinic.example", &phone.code(&clinic, 1)).await;
    answer.refused(StatusCode::UNAUTHORIZED, "wrong_code");
    let answer = login_with(&other.anonymous(), "owner@clinic.example", &phone.codes[0]).await;
    answer.refused(StatusCode::UNAUTHORIZED, "wrong_code");
    let with_cookie = other.anonymous().with_cookie(owner.cookie.clone().unwrap());
    with_cookie.post("/api/auth/totp/remove", json!({})).await.refused(StatusCode::UNAUTHORIZED, "signed_out");
}
