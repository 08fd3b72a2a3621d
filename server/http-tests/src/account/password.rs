use axum::http::StatusCode;
use serde_json::json;

use super::{is_signed_in, login};
use crate::testing::{Answer, Client, PASSWORD, TestClinic, factories};

const NEW: &str = "plum orchard at seven";

async fn change(client: &Client, current: &str, new: &str) -> Answer {
    client.post("/api/auth/password", json!({ "current_password": current, "new_password": new })).await
}

#[tokio::test]
async fn a_new_password_works_at_once_and_ends_the_other_sessions() {
    let clinic = TestClinic::new().await;
    let (here, elsewhere) = (clinic.owner().await, clinic.owner().await);
    let answer = change(&here, PASSWORD, NEW).await;
    assert_eq!((answer.status, answer.text.as_str()), (StatusCode::NO_CONTENT, ""));
    assert!(is_signed_in(&here).await);
    assert!(!is_signed_in(&elsewhere).await);
    login(&clinic.anonymous(), "owner@clinic.example", PASSWORD)
        .await
        .refused(StatusCode::UNAUTHORIZED, "wrong_credentials");
    login(&clinic.anonymous(), "owner@clinic.example", NEW).await.expect(StatusCode::OK);
    let rows = clinic.rows("select password_hash from {}.member where is_owner").await;
    let hash: String = rows[0].try_get("", "password_hash").unwrap();
    assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
    assert_eq!(clinic.count("{}.audit where action = 'auth.password' and outcome = 'done'").await, 1);
}

#[tokio::test]
async fn changing_the_password_needs_the_current_one() {
    let clinic = TestClinic::new().await;
    let (owner, elsewhere) = (clinic.owner().await, clinic.owner().await);
    let before = clinic.fingerprint().await;
    change(&owner, "another password", NEW).await.refused(StatusCode::FORBIDDEN, "wrong_password");
    change(&owner, "", NEW).await.refused_field("current_password");
    owner.post("/api/auth/password", json!({ "new_password": NEW })).await.refused_field("current_password");
    change(&clinic.anonymous(), PASSWORD, NEW).await.refused(StatusCode::UNAUTHORIZED, "signed_out");
    assert_eq!(clinic.fingerprint().await, before);
    assert!(is_signed_in(&elsewhere).await);
    assert_eq!(clinic.count("{}.audit where action = 'auth.password' and outcome = 'denied'").await, 1);
    login(&clinic.anonymous(), "owner@clinic.example", PASSWORD).await.expect(StatusCode::OK);
}

/// Passwords that nobody may choose, and why.
fn weak_passwords() -> Vec<(String, &'static str)> {
    vec![
        (String::new(), "New password is required"),
        ("elevenchars".to_owned(), "must have at least 12 characters"),
        ("x1y2".repeat(33), "must have at most 128 characters"),
        ("passwordpassword".to_owned(), "is too easy to guess"),
        ("Password12345!".to_owned(), "is too easy to guess"),
        ("aaaaaaaaaaaaaa".to_owned(), "is too easy to guess"),
        ("123456789012".to_owned(), "is too easy to guess"),
        ("Celadon-2026!!".to_owned(), "is too easy to guess"),
        ("my name is OLIVE, really".to_owned(), "must not hold your name or address"),
        ("owner@clinic.example 1".to_owned(), "must not hold your name or address"),
    ]
}

#[tokio::test]
async fn a_weak_password_is_refused_with_a_sentence() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let before = clinic.fingerprint().await;
    for (password, words) in weak_passwords() {
        assert_eq!(change(&owner, PASSWORD, &password).await.refused_field("new_password"), words, "{password}");
    }
    owner
        .post("/api/auth/password", json!({ "current_password": PASSWORD, "new_password": 5 }))
        .await
        .refused_field("new_password");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_weak_password_is_refused_with_a_reset_link_and_the_link_stays_usable() {
    let clinic = TestClinic::new().await;
    let forgot = json!({ "email": "owner@clinic.example" });
    clinic.anonymous().post("/api/auth/forgot", forgot).await.expect(StatusCode::NO_CONTENT);
    let token = factories::token_in(&factories::mails(&clinic).await[0]);
    let before = clinic.fingerprint().await;
    let reset = async |password: &str| {
        clinic.anonymous().post("/api/auth/reset", json!({ "token": token, "password": password })).await
    };
    for (password, words) in weak_passwords() {
        let words = words.replace("New password", "Password");
        assert_eq!(reset(&password).await.refused_field("password"), words, "{password}");
    }
    assert_eq!(clinic.fingerprint().await, before);
    reset(NEW).await.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_weak_password_is_refused_with_an_invitation() {
    let clinic = TestClinic::new().await;
    let new = json!({
        "first_name": "Olive", "last_name": "Okafor", "email": "owner.two@clinic.example", "role": "Nurse",
        "department": "Clinical", "status": "active", "hire_date": "2026-01-05",
    });
    let added = clinic.owner().await.post("/api/team", new).await.expect(StatusCode::CREATED);
    let token = factories::token_in(added["invite_url"].as_str().unwrap());
    let before = clinic.fingerprint().await;
    let accept = async |password: &str| {
        clinic.anonymous().post("/api/auth/accept-invite", json!({ "token": token, "password": password })).await
    };
    for (password, words) in weak_passwords() {
        let words = words.replace("New password", "Password");
        let password = password.replace("owner@", "owner.two@");
        assert_eq!(accept(&password).await.refused_field("password"), words, "{password}");
    }
    assert_eq!(clinic.fingerprint().await, before);
    accept(NEW).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_password_may_contain_any_character() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let mut current = PASSWORD.to_owned();
    for new in [
        "twelve chars".to_owned(),
        "ключ от дома 🗝 и сада".to_owned(),
        " spaces around it ".to_owned(),
        "q\u{e9}x7".repeat(32),
    ] {
        change(&owner, &current, &new).await.expect(StatusCode::NO_CONTENT);
        login(&clinic.anonymous(), "owner@clinic.example", &new).await.expect(StatusCode::OK);
        current = new;
    }
}
