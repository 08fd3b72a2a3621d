use axum::http::{StatusCode, header::SET_COOKIE};
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{enrol, login, login_with};
use crate::testing::{Answer, PASSWORD, Server, TestClinic, factories};
use base::permission::Role;

const OWNER: &str = "owner@clinic.example";

fn wrong(answer: Answer) {
    assert!(!answer.headers.contains_key(SET_COOKIE));
    answer.refused(StatusCode::UNAUTHORIZED, "wrong_code");
}

#[tokio::test]
async fn the_right_password_without_a_code_asks_for_the_code() {
    let clinic = TestClinic::new().await;
    enrol(&clinic, &clinic.owner().await).await;
    let (before, audit) = (clinic.fingerprint().await, clinic.count("{}.audit").await);
    for nothing in [json!(null), json!(""), json!("  ")] {
        let body = json!({ "email": OWNER, "password": PASSWORD, "code": nothing });
        let answer = clinic.anonymous().post("/api/auth/login", body).await;
        assert!(!answer.headers.contains_key(SET_COOKIE));
        answer.refused(StatusCode::UNAUTHORIZED, "code_required");
    }
    login(&clinic.anonymous(), OWNER, PASSWORD).await.refused(StatusCode::UNAUTHORIZED, "code_required");
    assert_eq!((clinic.fingerprint().await, clinic.count("{}.audit").await), (before, audit));
    assert_eq!(clinic.count("{}.session").await, 1);
}

#[tokio::test]
async fn a_code_is_valid_one_step_early_or_late() {
    let clinic = TestClinic::new().await;
    let phone = enrol(&clinic, &clinic.owner().await).await;
    clinic.clock().advance(TimeDelta::minutes(5));
    for steps in [-2, 2] {
        wrong(login_with(&clinic.anonymous(), OWNER, &phone.code(&clinic, steps)).await);
    }
    for (steps, passing) in [(-1, 0), (0, 0), (1, 0), (0, 60), (-1, 90)] {
        clinic.clock().advance(TimeDelta::seconds(passing));
        let answer = login_with(&clinic.anonymous(), OWNER, &phone.code(&clinic, steps)).await;
        let session = answer.expect(StatusCode::OK);
        assert_eq!(session["second_factor"], "on", "{steps}");
    }
    wrong(login_with(&clinic.anonymous(), OWNER, "12345").await);
    wrong(login_with(&clinic.anonymous(), OWNER, "no code at all").await);
    let body = json!({ "email": OWNER, "password": PASSWORD, "code": 123_456 });
    clinic.anonymous().post("/api/auth/login", body).await.refused_field("code");
}

#[tokio::test]
async fn a_used_code_invalidates_itself_and_all_earlier_ones() {
    let clinic = TestClinic::new().await;
    let phone = enrol(&clinic, &clinic.owner().await).await;
    wrong(login_with(&clinic.anonymous(), OWNER, &phone.code(&clinic, 0)).await);
    let next = phone.code(&clinic, 1);
    login_with(&clinic.anonymous(), OWNER, &next).await.expect(StatusCode::OK);
    wrong(login_with(&clinic.anonymous(), OWNER, &next).await);
    clinic.clock().advance(TimeDelta::seconds(90));
    login_with(&clinic.anonymous(), OWNER, &phone.code(&clinic, 0)).await.expect(StatusCode::OK);
    wrong(login_with(&clinic.anonymous(), OWNER, &phone.code(&clinic, -1)).await);
    // A code used for the sign-in is not accepted as a proof either.
    let owner =
        clinic.anonymous().with_cookie_of(&login_with(&clinic.anonymous(), OWNER, &phone.code(&clinic, 1)).await);
    let again = json!({ "code": phone.code(&clinic, 1) });
    owner.post("/api/auth/prove", again).await.refused(StatusCode::FORBIDDEN, "wrong_code");
    assert_eq!(clinic.count("{}.audit where action = 'auth.login' and outcome = 'denied'").await, 3);
}

#[tokio::test]
async fn of_twenty_concurrent_uses_of_one_code_one_signs_in() {
    let clinic = TestClinic::new().await;
    let phone = enrol(&clinic, &clinic.owner().await).await;
    for code in [phone.code(&clinic, 1), phone.codes[3].clone()] {
        let mut tries = Vec::new();
        for _ in 0..20 {
            // Each try uses its own server, which shares no memory with the others and has an unused rate
            // limit.
            let server = Server::new();
            let passed = clinic.clock().now() - server.app.clock.now();
            server.app.clock.advance(passed);
            let (anonymous, code) = (clinic.anonymous().on(server.router), code.clone());
            tries.push(tokio::spawn(async move { login_with(&anonymous, OWNER, &code).await }));
        }
        let mut let_in = 0;
        for answer in tries {
            let answer = answer.await.unwrap();
            if answer.status == StatusCode::OK {
                let_in += 1;
            } else {
                // The try after five wrong ones must wait.
                assert!(
                    matches!(answer.status, StatusCode::UNAUTHORIZED | StatusCode::TOO_MANY_REQUESTS),
                    "{}",
                    answer.text
                );
            }
        }
        assert_eq!(let_in, 1, "{code}");
    }
}

#[tokio::test]
async fn a_wrong_password_does_not_reveal_who_has_a_second_factor() {
    let clinic = TestClinic::new().await;
    let phone = enrol(&clinic, &clinic.owner().await).await;
    let without = factories::member(&clinic, Role::Nurse).await;
    let mut answers = Vec::new();
    for email in [OWNER, &without, "nobody@clinic.example"] {
        for code in [Value::Null, json!(phone.code(&clinic, 1)), json!("000000"), json!(phone.codes[0])] {
            let body = json!({ "email": email, "password": "not the right one", "code": code });
            let answer = clinic.anonymous().post("/api/auth/login", body).await;
            answers.push((answer.status, answer.text, format!("{:?}", answer.headers)));
        }
    }
    assert_eq!(answers[0].0, StatusCode::UNAUTHORIZED);
    assert!(answers[0].1.contains("wrong_credentials"));
    for other in &answers {
        assert_eq!(other, &answers[0]);
    }
    assert_eq!(clinic.count("{}.second_factor where failures > 0").await, 0);
    login_with(&clinic.anonymous(), OWNER, &phone.code(&clinic, 1)).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn without_a_second_factor_a_code_is_ignored() {
    let clinic = TestClinic::new().await;
    let session = login_with(&clinic.anonymous(), OWNER, "123456").await.expect(StatusCode::OK);
    assert_eq!(session["second_factor"], "off");
}

#[tokio::test]
async fn guessing_codes_is_throttled_and_a_right_code_resets_it() {
    let clinic = TestClinic::new().await;
    let phone = enrol(&clinic, &clinic.owner().await).await;
    for _ in 0..5 {
        wrong(login_with(&clinic.anonymous(), OWNER, "00000").await);
    }
    let answer = login_with(&clinic.anonymous(), OWNER, &phone.code(&clinic, 1)).await;
    let wait: i64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((50..=60).contains(&wait), "{wait}");
    answer.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    // Another server, without rate limit counts.
    let server = Server::new();
    server.app.clock.advance(clinic.clock().now() - server.app.clock.now());
    let elsewhere = clinic.anonymous().on(server.router);
    let answer = login_with(&elsewhere, OWNER, &phone.code(&clinic, 1)).await;
    answer.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    // Recovery codes cannot be guessed, so they still work.
    login_with(&clinic.anonymous(), OWNER, &phone.codes[0]).await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::seconds(61));
    wrong(login_with(&clinic.anonymous(), OWNER, "00000").await);
    let answer = login_with(&clinic.anonymous(), OWNER, &phone.code(&clinic, 1)).await;
    assert!(answer.headers["retry-after"].to_str().unwrap().parse::<i64>().unwrap() > 100, "twice as long");
    clinic.clock().advance(TimeDelta::seconds(121));
    login_with(&clinic.anonymous(), OWNER, &phone.code(&clinic, 0)).await.expect(StatusCode::OK);
    wrong(login_with(&clinic.anonymous(), OWNER, "00000").await);
    login_with(&clinic.anonymous(), OWNER, &phone.code(&clinic, 1)).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn codes_count_against_the_same_limit_as_passwords() {
    let clinic = TestClinic::new().await;
    let phone = enrol(&clinic, &clinic.owner().await).await;
    // Signing in, starting and confirming took three of twenty tries.
    for _ in 0..17 {
        let answer = login_with(&clinic.anonymous(), OWNER, "0000-0000-0000-0000").await;
        answer.refused(StatusCode::UNAUTHORIZED, "wrong_code");
    }
    let answer = login_with(&clinic.anonymous(), OWNER, &phone.codes[0]).await;
    answer.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
}

#[tokio::test]
async fn a_code_proves_identity_in_place_of_the_password() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let phone = enrol(&clinic, &owner).await;
    clinic.clock().advance(TimeDelta::minutes(8));
    owner.get("/api/patients").await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::minutes(8));
    let until = async || owner.get("/api/auth/session").await.expect(StatusCode::OK)["proved_until"].clone();
    assert_eq!(until().await, Value::Null);
    let prove = async |body: Value| owner.post("/api/auth/prove", body).await;
    prove(json!({ "code": "00000" })).await.refused(StatusCode::FORBIDDEN, "wrong_code");
    prove(json!({})).await.refused_field("password");
    prove(json!({ "password": PASSWORD, "code": phone.code(&clinic, 0) })).await.refused_field("code");
    assert_eq!(until().await, Value::Null);
    assert_eq!(clinic.count("{}.audit where action = 'auth.prove' and outcome = 'denied'").await, 1);
    prove(json!({ "code": phone.code(&clinic, 0) })).await.expect(StatusCode::OK);
    assert!(until().await.is_string());
    let session = prove(json!({ "code": phone.codes[9] })).await.expect(StatusCode::OK);
    assert_eq!(session["recovery_codes_left"], 9);
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    let of_another = json!({ "code": phone.code(&clinic, 1) });
    nurse.post("/api/auth/prove", of_another).await.refused(StatusCode::FORBIDDEN, "wrong_code");
}
