//! Addenda and voids over HTTP.

mod addenda;
mod exams;
mod races;
mod treatments;
mod voids;

use serde_json::json;

use crate::testing::{Answer, Client};

/// Voids an exam (`gfe/exams/1`) or a treatment (`treatments/1`).
async fn void(person: &Client, record: &str) -> Answer {
    person.post(&format!("/api/{record}/void"), json!({ "reason": "Entered for another patient" })).await
}
