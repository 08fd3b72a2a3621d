//! Points over HTTP: earning, redeeming, expiry, rules.

mod expiry;
mod export;
mod lots;
mod points;
mod rules;
mod statement;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::testing::{Answer, Client, factories};

fn path(patient: i64, what: &str) -> String {
    format!("/api/loyalty/patients/{patient}/{what}")
}

async fn redeem(client: &Client, patient: i64, points: i64) -> Answer {
    client.post(&path(patient, "redeem"), json!({ "points": points })).await
}

async fn adjust(client: &Client, patient: i64, points: i64) -> Answer {
    client.post(&path(patient, "adjust"), json!({ "points": points, "reason": "A gift" })).await
}

async fn reverse(client: &Client, entry: i64) -> Answer {
    client.post(&format!("/api/loyalty/entries/{entry}/reverse"), json!({ "reason": "A mistake" })).await
}

/// Gives points by hand; returns the entry's id.
async fn give(client: &Client, patient: i64, points: i64) -> i64 {
    factories::id(&adjust(client, patient, points).await.expect(StatusCode::CREATED))
}

async fn points(client: &Client, patient: i64) -> Value {
    client.get(&format!("/api/loyalty/patients/{patient}")).await.expect(StatusCode::OK)
}

async fn balance(client: &Client, patient: i64) -> i64 {
    points(client, patient).await["points"].as_i64().unwrap()
}

/// A patient's entries, newest first.
async fn statement(client: &Client, patient: i64) -> Vec<Value> {
    let entries = client.get(&path(patient, "entries")).await.expect(StatusCode::OK);
    entries.as_array().unwrap().clone()
}
