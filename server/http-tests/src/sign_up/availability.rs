use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::testing::{Server, TestClinic};

async fn availability(server: &Server, typed: &str) -> Value {
    server.platform().get(&format!("/api/clinics/availability?subdomain={typed}")).await.expect(StatusCode::OK)
}

#[tokio::test]
async fn a_free_address_is_answered_in_its_normal_form() {
    let server = Server::new();
    let answer = availability(&server, "%20Linden-Aesthetics%20").await;
    assert_eq!(
        answer,
        json!({
            "subdomain": "linden-aesthetics", "url": "http://linden-aesthetics.localhost:8080",
            "available": true, "reason": null, "sentence": null,
        })
    );
}

#[tokio::test]
async fn an_unavailable_address_is_answered_with_its_reason() {
    let clinic = TestClinic::new().await;
    let server = &clinic.server;
    let cases = [
        (clinic.provisioned.subdomain.as_str(), "taken"),
        ("www", "reserved"),
        ("API", "reserved"),
        ("pgadmin", "reserved"),
        ("support", "reserved"),
        ("billing-team", "reserved"),
        ("autodiscover", "reserved"),
        ("wpad", "reserved"),
        ("my-celadon-skin", "reserved"),
        ("", "form"),
        ("a", "form"),
        ("1st", "form"),
        ("two%20words", "form"),
        ("end-", "form"),
        ("xn--caf-dma", "form"),
        ("caf%C3%A9", "form"),
    ];
    for (typed, reason) in cases {
        let answer = availability(server, typed).await;
        assert_eq!((&answer["available"], &answer["reason"]), (&json!(false), &json!(reason)), "{typed}");
        assert!(answer["sentence"].as_str().is_some_and(|sentence| sentence.ends_with('.')), "{typed}");
    }
    server.platform().get("/api/clinics/availability").await.refused_field("query");
}
