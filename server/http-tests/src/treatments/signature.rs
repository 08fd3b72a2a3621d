use axum::http::StatusCode;
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::testing::{TestClinic, factories};

const PNG: &str = "data:image/png;base64,";

/// Values that are not signatures, each with a label for a failure.
fn no_signatures(right: &str, height: u32) -> Vec<(&'static str, Value)> {
    let bytes = STANDARD.decode(right.strip_prefix(PNG).unwrap()).unwrap();
    let svg = STANDARD.encode("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>");
    vec![
        ("null", Value::Null),
        ("empty", json!("")),
        ("blank picture", json!(factories::blank_picture(400, height))),
        ("wrong height", json!(factories::blank_picture(400, height + 1))),
        ("wrong width", json!(factories::blank_picture(401, height))),
        ("tiny", json!(factories::blank_picture(1, 1))),
        ("SVG", json!(format!("data:image/svg+xml;base64,{svg}"))),
        ("SVG that calls itself PNG", json!(format!("{PNG}{svg}"))),
        ("truncated", json!(format!("{PNG}{}", STANDARD.encode(&bytes[..bytes.len() / 2])))),
        ("header only", json!(format!("{PNG}{}", STANDARD.encode(&bytes[..40])))),
        ("no base64", json!(format!("{PNG}****"))),
        ("bare base64", json!(STANDARD.encode(&bytes))),
        ("a link", json!("https://evil.example/signature.png")),
        ("too large", json!(format!("{PNG}{}", "A".repeat(100_000)))),
        ("number", json!(17)),
        ("list", json!([right])),
    ]
}

#[tokio::test]
async fn a_treatment_needs_the_providers_signature() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    let before = clinic.fingerprint().await;
    let mut unsigned = factories::botox(patient);
    unsigned.as_object_mut().unwrap().remove("provider_signature");
    owner.post("/api/treatments", unsigned).await.refused_field("provider_signature");
    for (what, wrong) in no_signatures(&factories::provider_signature(), 100) {
        let mut new = factories::botox(patient);
        new["provider_signature"] = wrong;
        let answer = owner.post("/api/treatments", new).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{what}: {}", answer.text);
        answer.refused_field("provider_signature");
    }
    let mut tall = factories::botox(patient);
    tall["provider_signature"] = json!(factories::tall_signature());
    assert_eq!(
        owner.post("/api/treatments", tall).await.refused_field("provider_signature"),
        "must be 400 by 100 pixels"
    );
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn an_approval_needs_the_directors_signature() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    let path = format!("/api/treatments/{}/approve", factories::treatment(&owner, patient).await);
    let before = clinic.fingerprint().await;
    owner.post(&path, json!({})).await.refused_field("director_signature");
    owner.post_nothing(&path).await.refused_field("director_signature");
    for (what, wrong) in no_signatures(&factories::tall_signature(), 120) {
        let answer = owner.post(&path, json!({ "director_signature": wrong })).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{what}: {}", answer.text);
        answer.refused_field("director_signature");
    }
    let forged = json!({ "director_signature": factories::tall_signature(), "director_id": clinic.first_id });
    owner.post(&path, forged).await.refused_field("director_id");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_signature_is_stored_with_the_hash_of_its_picture() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    let treatment = factories::treatment(&owner, patient).await;
    let approval = json!({ "director_signature": factories::tall_signature() });
    let shown = owner.post(&format!("/api/treatments/{treatment}/approve"), approval).await.expect(StatusCode::OK);
    for (signature, table, key) in
        [("provider_signature", "treatment", "id"), ("director_signature", "treatment_approval", "treatment_id")]
    {
        let url = shown[signature].as_str().unwrap();
        let hash = Sha256::digest(STANDARD.decode(url.strip_prefix(PNG).unwrap()).unwrap()).to_vec();
        let sql = format!("select {signature}_sha256 as hash from {{}}.{table} where {key} = {treatment}");
        assert_eq!(clinic.rows(&sql).await[0].try_get::<Vec<u8>>("", "hash").unwrap(), hash, "{signature}");
    }
}
