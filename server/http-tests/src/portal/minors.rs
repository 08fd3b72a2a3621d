//! Patients under age: another person signs, and states the relation to the patient.

use axum::http::StatusCode;
use chrono::{Datelike, NaiveDate};
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};

/// A child of twelve with her mother in the record.
async fn child(owner: &Client) -> i64 {
    let patient = factories::patient(owner).await;
    let change = json!({
        "first_name": "Child", "last_name": "Minor", "birth_date": "2014-05-05", "guardian_name": "Greta Guardian",
        "guardian_relation": "Mother",
    });
    owner.patch(&format!("/api/patients/{patient}"), change).await.expect(StatusCode::OK);
    patient
}

/// A consent issued to the patient: its id, and the path to sign it.
async fn issued(owner: &Client, patient: i64) -> (i64, String) {
    let (id, token) = factories::consent(owner, patient).await;
    (id, format!("/api/portal/consent/{token}/sign"))
}

fn drawn(name: &str) -> Value {
    json!({ "electronic_consent": true, "signature": factories::signature_of(name) })
}

#[tokio::test]
async fn a_minor_alone_is_refused_and_nothing_is_signed() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = child(&owner).await;
    let (_, sign) = issued(&owner, patient).await;
    let portal = clinic.anonymous();
    let opened = portal.get(sign.trim_end_matches("/sign")).await.expect(StatusCode::OK);
    assert_eq!((&opened["needs_representative"], &opened["representative"]), (&json!(true), &Value::Null));
    let before = clinic.fingerprint_of(&["consent_signature", "consent_event"]).await;
    let refused = async |body: Value, field: &str| portal.post(&sign, body).await.refused_field(field);
    assert!(refused(drawn("Greta Guardian"), "typed_name").await.contains("under age"), "a drawing alone names nobody");
    refused(json!({}), "typed_name").await;
    let alone = refused(json!({ "typed_name": "minor CHILD", "signer_relation": "Mother" }), "typed_name").await;
    assert!(alone.contains("cannot sign alone"), "{alone}");
    refused(json!({ "signer_name": "Child Minor", "signer_relation": "Mother" }), "signer_name").await;
    refused(json!({ "typed_name": "Paul Parent" }), "signer_relation").await;
    refused(json!({ "typed_name": "Paul Parent", "signer_relation": "Patient" }), "signer_relation").await;
    let other = json!({ "typed_name": "Paul Parent", "signer_name": "Greta Guardian", "signer_relation": "Mother" });
    refused(other, "typed_name").await;
    assert_eq!(clinic.fingerprint_of(&["consent_signature", "consent_event"]).await, before);
}

#[tokio::test]
async fn a_guardian_signs_and_the_record_says_who_and_how_they_are_related() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = child(&owner).await;
    let portal = clinic.anonymous();
    let (id, sign) = issued(&owner, patient).await;
    let mut by = drawn("Paul Parent");
    (by["signer_name"], by["signer_relation"]) = (json!("Paul Parent"), json!("Father"));
    let signed = portal.post(&sign, by).await.expect(StatusCode::OK);
    assert_eq!((&signed["patient_name"], &signed["typed_name"]), (&json!("Child Minor"), &Value::Null));
    let father = json!({ "name": "Paul Parent", "relation": "Father" });
    assert_eq!(signed["representative"], father);
    let opened = portal.get(sign.trim_end_matches("/sign")).await.expect(StatusCode::OK);
    assert_eq!((&opened["representative"], &opened["patient_name"]), (&father, &json!("Child Minor")));
    assert_eq!(opened["needs_representative"], false, "it is signed");
    let record = owner.get(&format!("/api/consents/issued/{id}")).await.expect(StatusCode::OK);
    let signature = &record["signature"];
    assert_eq!((&signature["signer_name"], &signature["signer_relation"]), (&json!("Paul Parent"), &json!("Father")));
    assert!(record["history"].as_array().unwrap().iter().any(|event| event["by"] == "Paul Parent, Father"), "{record}");
    // A repetition by the link's holder returns the first signature.
    let again = portal.post(&sign, json!({ "typed_name": "Child Minor" })).await.expect(StatusCode::OK);
    assert_eq!(again["representative"], father);
    // The guardian in the record need not state the relation.
    let (_, sign) = issued(&owner, patient).await;
    let known = portal.post(&sign, json!({ "typed_name": "greta guardian" })).await.expect(StatusCode::OK);
    assert_eq!(known["representative"], json!({ "name": "greta guardian", "relation": "Mother" }));
}

/// A boy of twelve with the same name as his father.
async fn namesake(owner: &Client) -> i64 {
    let patient = factories::patient(owner).await;
    let change = json!({ "first_name": "John", "last_name": "Smith Jr.", "birth_date": "2014-05-05" });
    owner.patch(&format!("/api/patients/{patient}"), change).await.expect(StatusCode::OK);
    patient
}

#[tokio::test]
async fn a_parent_of_the_same_name_signs_and_says_so() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = namesake(&owner).await;
    let portal = clinic.anonymous();
    for (name, relation) in [
        ("John Smith", "Father"),
        ("John Smith Sr.", "Father"),
        ("Smith, John", "his legal guardian"),
        ("john smith", "Stepfather"),
        // A different suffix means another person, whatever the relation.
        ("John Smith Sr.", "Uncle"),
    ] {
        let (_, sign) = issued(&owner, patient).await;
        let by = json!({ "typed_name": name, "signer_relation": relation });
        let signed = portal.post(&sign, by).await.expect(StatusCode::OK);
        let representative = json!({ "name": name, "relation": relation });
        assert_eq!((&signed["patient_name"], &signed["representative"]), (&json!("John Smith Jr."), &representative));
    }
    let (_, token) = factories::issued_estimate(&owner, patient).await;
    let receive = format!("/api/portal/estimate/{token}/receive");
    portal.post(&receive, json!({ "typed_name": "John Smith" })).await.refused_field("typed_name");
    let by = json!({ "typed_name": "John Smith", "signer_relation": "Father" });
    portal.post(&receive, by).await.expect(StatusCode::OK);
    // The guardian in the record also has this name.
    let (_, sign) = issued(&owner, patient).await;
    let uncle = json!({ "typed_name": "John Smith", "signer_relation": "Uncle" });
    portal.post(&sign, uncle.clone()).await.refused_field("typed_name");
    let change = json!({ "guardian_name": "John Smith", "guardian_relation": "Uncle" });
    owner.patch(&format!("/api/patients/{patient}"), change).await.expect(StatusCode::OK);
    portal.post(&sign, json!({ "typed_name": "John Smith" })).await.refused_field("typed_name");
    portal.post(&sign, uncle).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_minor_is_not_their_own_relation() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = namesake(&owner).await;
    let (_, sign) = issued(&owner, patient).await;
    let portal = clinic.anonymous();
    for relation in ["me", "self.", "The patient", "none", "N/A", "I", "brother", "Father", "guardian"] {
        let own = json!({ "typed_name": "John Smith Jr.", "signer_relation": relation });
        portal.post(&sign, own).await.refused_field("typed_name");
    }
    for relation in ["me", "Myself!", "self.", "the patient", "none", "N/A", "I", "-"] {
        let other = json!({ "typed_name": "Paul Parent", "signer_relation": relation });
        portal.post(&sign, other).await.refused_field("signer_relation");
    }
    assert_eq!(clinic.count("{}.consent_signature").await, 0);
}

#[tokio::test]
async fn an_adult_signs_as_before_and_the_clinic_sets_the_age() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let portal = clinic.anonymous();
    let patient = factories::patient(&owner).await;
    let today = clinic.clock().now().with_timezone(&chrono_tz::America::New_York).date_naive();
    let born =
        |years: i32| NaiveDate::from_ymd_opt(today.year() - years, today.month(), 1.max(today.day().min(28))).unwrap();
    for (birth_date, status) in [
        (json!(born(18) - chrono::Days::new(1)), StatusCode::OK),
        (json!(born(17)), StatusCode::UNPROCESSABLE_ENTITY),
        (Value::Null, StatusCode::OK),
    ] {
        owner
            .patch(&format!("/api/patients/{patient}"), json!({ "birth_date": birth_date }))
            .await
            .expect(StatusCode::OK);
        let (_, sign) = issued(&owner, patient).await;
        assert_eq!(portal.post_nothing(&sign).await.status, status, "{birth_date}");
    }
    let (_, sign) = issued(&owner, patient).await;
    let extra = json!({ "typed_name": "Nora Lindqvist", "signer_relation": "Mother" });
    portal.post(&sign, extra).await.refused_field("signer_relation");
    let signed = portal.post(&sign, json!({ "typed_name": "Nora Lindqvist" })).await.expect(StatusCode::OK);
    assert_eq!((&signed["patient_name"], &signed["representative"]), (&json!("Nora Lindqvist"), &Value::Null));
    let change = json!({ "birth_date": born(18) - chrono::Days::new(1) });
    owner.patch(&format!("/api/patients/{patient}"), change).await.expect(StatusCode::OK);
    clinic.plant("update {}.clinic_setting set adult_age = 19").await;
    let (_, sign) = issued(&owner, patient).await;
    portal.post_nothing(&sign).await.refused_field("typed_name");
}
