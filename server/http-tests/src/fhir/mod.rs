//! The FHIR server over HTTP: answers, refusals and tokens.

mod mapping;
mod search;
mod sizes;
mod states;
mod tokens;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::testing::{Answer, Client, TestClinic, factories};

/// A clinic, its owner, and a program with a token for all kinds.
async fn clinic() -> (TestClinic, Client, Client) {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (_, secret) = factories::api_token(&owner).await;
    let program = clinic.anonymous().with_api_token(&secret);
    (clinic, owner, program)
}

/// Reads a resource, a bundle or an outcome from our FHIR interface.
async fn read(program: &Client, path: &str) -> Value {
    program.get(&format!("/api/fhir/r4/{path}")).await.expect(StatusCode::OK)
}

/// The ids of a bundle's resources.
fn ids(bundle: &Value) -> Vec<String> {
    let entries = bundle["entry"].as_array().cloned().unwrap_or_default();
    entries.iter().map(|entry| entry["resource"]["id"].as_str().unwrap().to_owned()).collect()
}

fn next(bundle: &Value) -> Option<String> {
    let links = bundle["link"].as_array().unwrap();
    let next = links.iter().find(|link| link["relation"] == "next")?;
    Some(next["url"].as_str().unwrap().to_owned())
}

/// All pages of a search, following the links.
async fn pages(clinic: &TestClinic, program: &Client, path: &str) -> Vec<Value> {
    let mut pages = vec![read(program, path).await];
    while let Some(url) = next(pages.last().unwrap()) {
        let path = url.strip_prefix(&clinic.origin()).unwrap().to_owned();
        pages.push(program.get(&path).await.expect(StatusCode::OK));
        assert!(pages.len() < 50, "the pages never end");
    }
    pages
}

/// A patient with this name and these other fields.
async fn patient(owner: &Client, first_name: &str, last_name: &str, more: Value) -> i64 {
    let mut new = json!({ "first_name": first_name, "last_name": last_name });
    new.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    factories::id(&owner.post("/api/patients", new).await.expect(StatusCode::CREATED))
}

#[track_caller]
fn refused(answer: Answer, status: StatusCode, code: &str) -> Value {
    assert_eq!(answer.headers["content-type"], "application/fhir+json; charset=utf-8");
    let body = answer.expect(status);
    assert_eq!(body["resourceType"], "OperationOutcome", "{body}");
    assert_eq!((&body["issue"][0]["severity"], &body["issue"][0]["code"]), (&json!("error"), &json!(code)), "{body}");
    body
}
