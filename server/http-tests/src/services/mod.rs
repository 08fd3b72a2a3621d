//! The catalogue of services over HTTP.

mod catalogue;
mod choosing;
mod export;
mod lifecycle;

use axum::http::StatusCode;
use serde_json::Value;

use crate::testing::{Client, TestClinic, factories};

/// A clinic whose owner has switched the module on, and the owner.
async fn clinic() -> (TestClinic, Client) {
    let clinic = TestClinic::new().await;
    factories::switch_on(&clinic, "services").await;
    let owner = clinic.owner().await;
    (clinic, owner)
}

async fn catalogue(client: &Client) -> Vec<Value> {
    client.get("/api/services").await.expect(StatusCode::OK).as_array().unwrap().clone()
}

async fn with_retired(client: &Client) -> Vec<Value> {
    client.get("/api/services?retired=true").await.expect(StatusCode::OK).as_array().unwrap().clone()
}

async fn named(client: &Client, name: &str) -> Value {
    let all = with_retired(client).await;
    all.into_iter().find(|service| service["name"] == name).unwrap_or_else(|| panic!("there is no {name}"))
}

fn names(services: &[Value]) -> Vec<&str> {
    services.iter().map(|service| service["name"].as_str().unwrap()).collect()
}

fn path(service: &Value) -> String {
    format!("/api/services/{}", factories::id(service))
}
