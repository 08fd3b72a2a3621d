//! Signing in and out, invitations, passwords, the second factor and a member's sessions, over HTTP.

mod email_confirmation;
mod enrolment;
mod forms;
mod hashing;
mod limit;
mod links;
mod notices;
mod password;
mod recovery;
mod required;
mod rotation;
mod second_factor;
mod session;
mod sign_in;
mod sign_ins;

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::testing::{Answer, Client, PASSWORD, TestClinic};
use crypto::totp::Secret;

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

async fn login_with(client: &Client, email: &str, code: &str) -> Answer {
    client.post("/api/auth/login", json!({ "email": email, "password": PASSWORD, "code": code })).await
}

/// A member's authenticator app and recovery codes.
struct Phone {
    secret: Secret,
    codes: Vec<String>,
}

impl Phone {
    /// The app's code, this many steps of 30 seconds from now.
    fn code(&self, clinic: &TestClinic, steps: i64) -> String {
        self.secret.code_at(clinic.clock().now() + TimeDelta::seconds(30 * steps))
    }
}

/// Moves the clock to the start of a step, so that no step ends during the test.
fn to_the_beginning_of_a_step(clinic: &TestClinic) {
    let within = clinic.clock().now().timestamp().rem_euclid(30);
    clinic.clock().advance(TimeDelta::seconds(31 - within));
}

/// Sets up two-step sign-in, which uses the code of the present step.
async fn enrol(clinic: &TestClinic, client: &Client) -> Phone {
    to_the_beginning_of_a_step(clinic);
    let begun = client.post("/api/auth/totp", json!({ "password": PASSWORD })).await.expect(StatusCode::CREATED);
    let secret = Secret::from_base32(begun["secret"].as_str().unwrap());
    let code = secret.code_at(clinic.clock().now());
    let confirmed = client.post("/api/auth/totp/confirm", json!({ "code": code })).await.expect(StatusCode::OK);
    Phone { secret, codes: serde_json::from_value(confirmed["codes"].clone()).unwrap() }
}
