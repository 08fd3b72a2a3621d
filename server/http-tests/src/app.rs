//! The router, and the document that describes its calls.

use std::collections::BTreeSet;

use axum::http::{Method, StatusCode};
use serde_json::Value;

use crate::testing::{Server, TestClinic, world::World};
use server::app::{answers::answered, document};

#[test]
fn the_committed_openapi_document_is_the_served_one() {
    let committed = include_str!("../../openapi.json");
    let current = document().to_pretty_json().unwrap();
    assert!(
        committed.trim_end() == current.trim_end(),
        "server/openapi.json is not current: run `cargo run --bin celadon openapi > server/openapi.json`"
    );
}

#[tokio::test]
async fn every_clinic_serves_the_openapi_document_without_a_session() {
    let clinic = TestClinic::new().await;
    let answer = clinic.anonymous().get("/api/openapi.json").await;
    assert_eq!(answer.headers["content-type"], "application/json");
    assert_eq!(answer.expect(StatusCode::OK), serde_json::to_value(document()).unwrap());
}

#[test]
fn every_field_of_a_response_is_required() {
    let document = serde_json::to_value(document()).unwrap();
    let names = answered(&document);
    for expected in ["Patient", "Session", "SignedInMember", "SystemFindings", "Failure"] {
        assert!(names.contains(expected), "{expected}: {names:?}");
    }
    for name in names {
        let schema = &document["components"]["schemas"][&name];
        let required: BTreeSet<_> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let properties = schema["properties"].as_object();
        for property in properties.into_iter().flat_map(|properties| properties.keys()) {
            // Only on failures with invalid fields, with warnings to confirm, or about a series.
            let exceptions = ["fields", "warnings", "conflicts"];
            let is_the_exception = name == "Failure" && exceptions.contains(&property.as_str());
            assert_ne!(required.contains(property.as_str()), is_the_exception, "{property} of {name}");
        }
    }
}

/// Adds the place of each field that a schema requires and a value does not have.
fn add_missing(document: &Value, schema: &Value, value: &Value, place: &str, missing: &mut Vec<String>) {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap();
        return add_missing(document, &document["components"]["schemas"][name], value, place, missing);
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        add_missing(document, part, value, place, missing);
    }
    let is_null = |schema: &&Value| schema["type"] == "null";
    let choices = schema["oneOf"].as_array().into_iter().flatten().filter(|one| !is_null(one));
    // If there are several choices, nobody knows which one was meant.
    if let ([only], false) = (choices.collect::<Vec<_>>().as_slice(), value.is_null()) {
        add_missing(document, only, value, place, missing);
    }
    match value {
        Value::Object(fields) => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            missing.extend(required.filter(|name| !fields.contains_key(*name)).map(|name| format!("{place}.{name}")));
            for (name, field) in fields {
                add_missing(document, &schema["properties"][name], field, &format!("{place}.{name}"), missing);
            }
        }
        Value::Array(values) => {
            for value in values {
                add_missing(document, &schema["items"], value, &format!("{place}[]"), missing);
            }
        }
        _ => {}
    }
}

#[test]
fn a_field_that_an_answer_leaves_out_is_found() {
    let document = serde_json::to_value(document()).unwrap();
    let schema = serde_json::json!({ "type": "array", "items": { "$ref": "#/components/schemas/LoyaltyRule" } });
    let mut missing = Vec::new();
    let answer = serde_json::json!([{ "id": 1, "service": "Botox", "points": 10 }]);
    add_missing(&document, &schema, &answer, "rules", &mut missing);
    assert_eq!(missing, ["rules[].version"]);
}

/// The document says so of every type of an answer, without asking the type: a field that serde skips would be missed here alone.
#[tokio::test]
async fn no_answer_leaves_out_a_field_that_the_document_requires() {
    let world = World::new(&Server::new()).await;
    let document = serde_json::to_value(document()).unwrap();
    let (mut compared, mut missing) = (0, Vec::new());
    for call in world.calls().into_iter().filter(|call| call.method == Method::GET) {
        let content = &document["paths"][call.template]["get"]["responses"]["200"]["content"];
        let schema = &content["application/json"]["schema"];
        if schema.is_null() {
            continue;
        }
        let answer = world.owner.get(&call.path).await;
        if answer.status == StatusCode::OK {
            let value: Value = serde_json::from_str(&answer.text).unwrap();
            add_missing(&document, schema, &value, call.template, &mut missing);
            compared += 1;
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(compared > 80, "only {compared}");
}
