use axum::http::{StatusCode, header::SET_COOKIE};
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{enrol, login, login_with};
use crate::{
    foundation::permission::Role,
    testing::{Answer, PASSWORD, Server, TestClinic, factories},
};

const OWNER: &str = "owner@clinic.example";

fn wrong(answer: Answer) {
    assert!(!answer.headers.contains_key(SET_COOKIE));
    answer.refused(StatusCode::UNAUTHORIZED, "wrong_code");
}

#[tokio::test]
async fn with_the_right_password_the_code_is_asked_for_and_nothing_happens() {
    let clinic = TestClinic::new().await;
    enrol(&clinic, &clinic.owner().await).await;
    let (before, audit) = (clinic.fingerprint().await, clinic.count("{}.audit").await);
    for nothing in [json!(null), json!(""), json!("  ")] {
        let body = json!({ "email": OWNER, "password": PASSWORD, "code": nothing });
        let answer = clinic.stranger().post("/api/auth/login", body).await;
        assert!(!answer.headers.contains_key(SET_COOKIE));
        answer.refused(StatusCode::UNAUTHORIZED, "code_required");
    }
    login(&clinic.stranger(), OWNER, PASSWORD).await.refused(StatusCode::UNAUTHORIZED, "code_required");
    assert_eq!((clinic.fingerprint().await, clinic.count("{}.audit").await), (before, audit));
    assert_eq!(clinic.count("{}.session").await, 1);
}

#[tokio::test]
async fn a_code_signs_in_one_step_early_or_late_and_no_further() {
    let clinic = TestClinic::new().await;
    let phone = enrol(&clinic, &clinic.owner().await).await;
    clinic.clock().advance(TimeDelta::minutes(5));
    for steps in [-2, 2] {
        wrong(login_with(&clinic.stranger(), OWNER, &phone.shows(&clinic, steps)).await);
    }
    for (steps, passing) in [(-1, 0), (0, 0), (1, 0), (0, 60), (-1, 90)] {
        clinic.clock().advance(TimeDelta::seconds(passing));
        let answer = login_with(&clinic.stranger(), OWNER, &phone.shows(&clinic, steps)).await;
        let session = answer.expect(StatusCode::OK);
        assert_eq!(session["second_factor"], "on", "{steps}");
    }
    wrong(login_with(&clinic.stranger(), OWNER, "12345").await);
    wrong(login_with(&clinic.stranger(), OWNER, "no code at all").await);
    let body = json!({ "email": OWNER, "password": PASSWORD, "code": 123_456 });
    clinic.stranger().post("/api/auth/login", body).await.refused_field("code");
}

#[tokio::test]
async fn a_code_works_once_and_takes_those_before_it_along() {
    let clinic = TestClinic::new().await;
    let phone = enrol(&clinic, &clinic.owner().await).await;
    wrong(login_with(&clinic.stranger(), OWNER, &phone.shows(&clinic, 0)).await);
    let next = phone.shows(&clinic, 1);
    login_with(&clinic.stranger(), OWNER, &next).await.expect(StatusCode::OK);
    wrong(login_with(&clinic.stranger(), OWNER, &next).await);
    clinic.clock().advance(TimeDelta::seconds(90));
    login_with(&clinic.stranger(), OWNER, &phone.shows(&clinic, 0)).await.expect(StatusCode::OK);
    wrong(login_with(&clinic.stranger(), OWNER, &phone.shows(&clinic, -1)).await);
    // A used code is not accepted as a proof either, nor the other way round.
    let owner =
        clinic.stranger().with_cookie_of(&login_with(&clinic.stranger(), OWNER, &phone.shows(&clinic, 1)).await);
    let again = json!({ "code": phone.shows(&clinic, 1) });
    owner.post("/api/auth/prove", again).await.refused(StatusCode::FORBIDDEN, "wrong_code");
    assert_eq!(clinic.count("{}.audit where action = 'auth.login' and outcome = 'denied'").await, 3);
}

#[tokio::test]
async fn of_twenty_who_come_with_one_code_at_once_one_is_let_in() {
    let clinic = TestClinic::new().await;
    let phone = enrol(&clinic, &clinic.owner().await).await;
    for code in [phone.shows(&clinic, 1), phone.codes[3].clone()] {
        let mut tries = Vec::new();
        for _ in 0..20 {
            // Each on a server of its own, which shares no memory with the others and whose rate limit is
            // unused.
            let server = Server::new();
            let passed = clinic.clock().now() - server.app.clock.now();
            server.app.clock.advance(passed);
            let (stranger, code) = (clinic.stranger().on(server.router), code.clone());
            tries.push(tokio::spawn(async move { login_with(&stranger, OWNER, &code).await }));
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
async fn without_the_right_password_nobody_learns_who_has_a_second_factor() {
    let clinic = TestClinic::new().await;
    let phone = enrol(&clinic, &clinic.owner().await).await;
    let without = factories::member(&clinic, Role::Nurse).await;
    let mut told = Vec::new();
    for email in [OWNER, &without, "nobody@clinic.example"] {
        for code in [Value::Null, json!(phone.shows(&clinic, 1)), json!("000000"), json!(phone.codes[0])] {
            let body = json!({ "email": email, "password": "not the right one", "code": code });
            let answer = clinic.stranger().post("/api/auth/login", body).await;
            told.push((answer.status, answer.text, format!("{:?}", answer.headers)));
        }
    }
    assert_eq!(told[0].0, StatusCode::UNAUTHORIZED);
    assert!(told[0].1.contains("wrong_credentials"));
    for other in &told {
        assert_eq!(other, &told[0]);
    }
    assert_eq!(clinic.count("{}.second_factor where failures > 0").await, 0);
    login_with(&clinic.stranger(), OWNER, &phone.shows(&clinic, 1)).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn who_has_none_needs_no_code_and_one_that_is_sent_does_not_matter() {
    let clinic = TestClinic::new().await;
    let session = login_with(&clinic.stranger(), OWNER, "123456").await.expect(StatusCode::OK);
    assert_eq!(session["second_factor"], "off");
}

#[tokio::test]
async fn guessing_codes_is_slowed_down_for_all_the_world_and_ends_with_a_right_one() {
    let clinic = TestClinic::new().await;
    let phone = enrol(&clinic, &clinic.owner().await).await;
    for _ in 0..5 {
        wrong(login_with(&clinic.stranger(), OWNER, "00000").await);
    }
    let answer = login_with(&clinic.stranger(), OWNER, &phone.shows(&clinic, 1)).await;
    let wait: i64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((50..=60).contains(&wait), "{wait}");
    answer.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    // Another server, without rate limit counts.
    let server = Server::new();
    server.app.clock.advance(clinic.clock().now() - server.app.clock.now());
    let elsewhere = clinic.stranger().on(server.router);
    let answer = login_with(&elsewhere, OWNER, &phone.shows(&clinic, 1)).await;
    answer.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
    // Recovery codes cannot be guessed, so they still work.
    login_with(&clinic.stranger(), OWNER, &phone.codes[0]).await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::seconds(61));
    wrong(login_with(&clinic.stranger(), OWNER, "00000").await);
    let answer = login_with(&clinic.stranger(), OWNER, &phone.shows(&clinic, 1)).await;
    assert!(answer.headers["retry-after"].to_str().unwrap().parse::<i64>().unwrap() > 100, "twice as long");
    clinic.clock().advance(TimeDelta::seconds(121));
    login_with(&clinic.stranger(), OWNER, &phone.shows(&clinic, 0)).await.expect(StatusCode::OK);
    wrong(login_with(&clinic.stranger(), OWNER, "00000").await);
    login_with(&clinic.stranger(), OWNER, &phone.shows(&clinic, 1)).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn codes_count_against_the_same_limit_as_passwords() {
    let clinic = TestClinic::new().await;
    let phone = enrol(&clinic, &clinic.owner().await).await;
    // Signing in, starting and confirming were three of twenty.
    for _ in 0..17 {
        let answer = login_with(&clinic.stranger(), OWNER, "0000-0000-0000-0000").await;
        answer.refused(StatusCode::UNAUTHORIZED, "wrong_code");
    }
    let answer = login_with(&clinic.stranger(), OWNER, &phone.codes[0]).await;
    answer.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
}

#[tokio::test]
async fn a_code_is_a_proof_in_place_of_the_password() {
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
    prove(json!({ "password": PASSWORD, "code": phone.shows(&clinic, 0) })).await.refused_field("code");
    assert_eq!(until().await, Value::Null);
    assert_eq!(clinic.count("{}.audit where action = 'auth.prove' and outcome = 'denied'").await, 1);
    prove(json!({ "code": phone.shows(&clinic, 0) })).await.expect(StatusCode::OK);
    assert!(until().await.is_string());
    let session = prove(json!({ "code": phone.codes[9] })).await.expect(StatusCode::OK);
    assert_eq!(session["recovery_codes_left"], 9);
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    let of_another = json!({ "code": phone.shows(&clinic, 1) });
    nurse.post("/api/auth/prove", of_another).await.refused(StatusCode::FORBIDDEN, "wrong_code");
}
