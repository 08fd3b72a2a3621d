//! Hashing a password takes a tenth of a second of a processor and 19 MiB. So it needs a session or a valid link, and
//! no connection is held meanwhile.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::login;
use crate::testing::{PASSWORD, Server, TestClinic, factories};

const NEW: &str = "plum orchard at seven";

async fn invited(clinic: &TestClinic) -> String {
    let owner = clinic.owner().await;
    let nurse = json!({
        "first_name": "Nia", "last_name": "Okafor", "email": "nia@clinic.example", "role": "Nurse",
        "department": "Clinical", "status": "active", "hire_date": "2026-01-05",
    });
    owner.post("/api/team", nurse).await.expect(StatusCode::CREATED);
    factories::token_in(factories::mails(clinic).await.last().unwrap())
}

#[tokio::test]
async fn no_password_is_hashed_for_an_invalid_link() {
    let clinic = TestClinic::new().await;
    let token = invited(&clinic).await;
    // Every hash is refused with 503.
    let refusing = clinic.server.app.passwords.refuse_hashing().await;
    let anonymous = clinic.anonymous();
    for path in ["/api/auth/reset", "/api/auth/accept-invite"] {
        for made_up in ["x".repeat(43), format!("{token}x")] {
            let body = json!({ "token": made_up, "password": NEW });
            anonymous.post(path, body).await.refused(StatusCode::NOT_FOUND, "link_invalid");
        }
    }
    let other_kind = json!({ "token": token, "password": NEW });
    anonymous.post("/api/auth/reset", other_kind).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    let poor = json!({ "token": token, "password": "nia@clinic.example" });
    anonymous.post("/api/auth/accept-invite", poor).await.refused_field("password");
    let good = json!({ "token": token, "password": NEW });
    anonymous
        .post("/api/auth/accept-invite", good.clone())
        .await
        .refused(StatusCode::SERVICE_UNAVAILABLE, "unavailable");
    drop(refusing);
    anonymous.post("/api/auth/accept-invite", good).await.expect(StatusCode::OK);
}

/// The server has one connection to its shard. While a hash waits in the queue, another request can read.
#[tokio::test]
async fn no_transaction_is_open_while_a_password_is_hashed() {
    let server = Server::with_connections(1);
    let clinic = server.clinic().await;
    let token = invited(&clinic).await;
    let owner = clinic.owner().await;
    let change = json!({ "current_password": PASSWORD, "new_password": NEW });
    let calls: [(&str, Value, StatusCode); 4] = [
        ("/api/auth/login", json!({ "email": "owner@clinic.example", "password": PASSWORD }), StatusCode::OK),
        ("/api/auth/prove", json!({ "password": PASSWORD }), StatusCode::OK),
        ("/api/auth/accept-invite", json!({ "token": token, "password": NEW }), StatusCode::OK),
        ("/api/auth/password", change, StatusCode::NO_CONTENT),
    ];
    for (path, body, status) in calls {
        let held = server.app.passwords.block_hashing().await;
        let client = owner.clone();
        let mut request = tokio::spawn(async move { client.post(path, body).await });
        let early = timeout(Duration::from_millis(500), &mut request).await;
        assert!(early.is_err(), "{path} hashed nothing");
        owner.get("/api/patients").await.expect(StatusCode::OK);
        drop(held);
        request.await.unwrap().expect(status);
    }
    login(&clinic.anonymous(), "owner@clinic.example", NEW).await.expect(StatusCode::OK);
}
