mod forms;
mod links;
mod password;
mod session;
mod sign_in;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::testing::{Answer, Client, PASSWORD};

async fn login(client: &Client, email: &str, password: &str) -> Answer {
    client.post("/api/auth/login", json!({ "email": email, "password": password })).await
}

/// Whether this browser is still signed in.
async fn is_signed_in(client: &Client) -> bool {
    let answer = client.get("/api/auth/session").await;
    if answer.status == StatusCode::OK {
        return true;
    }
    answer.refused(StatusCode::UNAUTHORIZED, "signed_out");
    false
}

async fn prove(client: &Client) -> Value {
    client.post("/api/auth/prove", json!({ "password": PASSWORD })).await.expect(StatusCode::OK)
}
