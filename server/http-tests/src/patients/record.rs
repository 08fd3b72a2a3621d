//! Changing, archiving, restoring and removing a patient.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

/// A value for every field that can be changed.
fn everything() -> Value {
    json!({
        "first_name": "Nóra", "last_name": "Berg", "preferred_name": "Noor", "pronouns": "she/her",
        "email": "noor@example.com", "phone": "(555) 010-9876", "birth_date": "1985-03-15",
        "street": "12 Elm St", "city": "Boston", "state": "MA", "postal_code": "02108",
        "emergency_name": "Ole Berg", "emergency_relation": "Husband", "emergency_phone": "(555) 010-0000",
        "guardian_name": "Ida Berg", "guardian_relation": "Mother", "referral_source": "A friend",
        "may_email": false, "may_text": false, "may_call": false, "may_market": true,
    })
}

#[tokio::test]
async fn every_field_of_a_patient_can_be_changed_and_each_change_says_who_and_when() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let id = factories::patient(&owner).await;
    let path = format!("/api/patients/{id}");
    let changed = owner.patch(&path, everything()).await.expect(StatusCode::OK);
    for (field, value) in everything().as_object().unwrap() {
        let stored = changed.get(field).filter(|value| !value.is_null()).unwrap_or(&changed["contact"][field]);
        assert_eq!(stored, value, "{field}");
    }
    assert_eq!(owner.get(&path).await.expect(StatusCode::OK), changed);
    // After the change the new phone number is found by its digits.
    let found = owner.get("/api/patients?search=5550109876").await.expect(StatusCode::OK);
    assert_eq!(found[0]["id"], id);

    let history = owner.get(&format!("{path}/changes")).await.expect(StatusCode::OK);
    let history = history.as_array().unwrap();
    assert_eq!(history.len(), everything().as_object().unwrap().len());
    let of = |field: &str| history.iter().find(|change| change["field"] == field).unwrap();
    assert_eq!((&of("email")["from"], &of("email")["to"]), (&json!("nora@example.com"), &json!("noor@example.com")));
    assert_eq!((&of("may_market")["from"], &of("may_market")["to"]), (&json!("no"), &json!("yes")));
    assert!(of("street")["by"].as_str().unwrap().contains(' ') && of("street")["at"].is_string());
    let first = owner.get(&format!("{path}/changes?limit=2")).await;
    let next = first.headers["link"].to_str().unwrap().to_owned();
    assert!(next.contains("limit=2") && next.contains("after="), "{next}");
}

#[tokio::test]
async fn what_every_patient_has_cannot_be_cleared_and_a_bad_value_changes_nothing() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = format!("/api/patients/{}", factories::patient(&owner).await);
    let before = clinic.fingerprint().await;
    for field in ["first_name", "last_name", "may_email", "may_text", "may_call", "may_market"] {
        assert_eq!(owner.patch(&path, json!({ field: null })).await.refused_field(field), "is required");
    }
    for (field, value) in [
        ("email", json!("nobody")),
        ("phone", json!("x")),
        ("emergency_phone", json!("12")),
        ("birth_date", json!("1985-02-30")),
        ("birth_date", json!("2199-01-01")),
        ("street", json!("x".repeat(201))),
        ("may_text", json!("yes")),
    ] {
        owner.patch(&path, json!({ field: value })).await.refused_field(field);
    }
    assert_eq!(clinic.fingerprint().await, before);
    // Every optional field is null after it is cleared.
    owner.patch(&path, everything()).await.expect(StatusCode::OK);
    let cleared = owner.patch(&path, json!({ "phone": "", "street": null, "birth_date": null })).await;
    let cleared = cleared.expect(StatusCode::OK);
    assert_eq!((&cleared["phone"], &cleared["contact"]["street"]), (&Value::Null, &Value::Null));
    assert!(owner.get("/api/patients?search=5550109876").await.expect(StatusCode::OK).as_array().unwrap().is_empty());
}

#[tokio::test]
async fn limited_access_sees_no_contact_and_changes_nothing() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = format!("/api/patients/{}", factories::patient(&owner).await);
    owner.patch(&path, everything()).await.expect(StatusCode::OK);
    let staff = clinic.signed_in_as(Role::Staff).await;
    let shown = staff.get(&path).await.expect(StatusCode::OK);
    assert_eq!((&shown["contact"], &shown["archived"]), (&Value::Null, &Value::Null));
    assert_eq!(shown["preferred_name"], "Noor", "a name");
    staff.patch(&path, json!({ "street": "Elsewhere" })).await.refused(StatusCode::FORBIDDEN, "forbidden");
    staff.get(&format!("{path}/changes")).await.refused(StatusCode::FORBIDDEN, "forbidden");
}

async fn names(person: &Client, path: &str) -> usize {
    person.get(path).await.expect(StatusCode::OK).as_array().unwrap().len()
}

#[tokio::test]
async fn an_archived_patient_leaves_the_lists_and_can_be_restored() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let id = factories::cleared_patient(&owner).await;
    let path = format!("/api/patients/{id}");
    let stale = owner.send_from_version(7, Method::POST, &format!("{path}/archive"), Some(&json!({}))).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    let archived = owner
        .send_from_version(1, Method::POST, &format!("{path}/archive"), Some(&json!({ "reason": "Moved away" })))
        .await;
    let archived = archived.expect(StatusCode::OK);
    assert_eq!(archived["archived"]["reason"], "Moved away");
    assert!(archived["archived"]["by"].is_string() && archived["archived_at"].is_string());
    for list in ["/api/patients", "/api/patients?search=lindqvist"] {
        assert_eq!(names(&owner, list).await, 0, "{list}");
        let with = format!("{list}{}archived=true", if list.contains('?') { '&' } else { '?' });
        assert_eq!(names(&owner, &with).await, 1, "{with}");
    }
    let listed = owner.get("/api/patients?archived=true").await;
    assert_eq!(listed.headers["x-total-count"], "1");
    assert!(listed.expect(StatusCode::OK)[0]["archived_at"].is_string());
    // The whole record stays readable.
    assert!(owner.get(&format!("/api/gfe/{id}")).await.expect(StatusCode::OK).is_object());
    owner.post(&format!("{path}/archive"), json!({})).await.refused(StatusCode::CONFLICT, "archived");
    assert_eq!(owner.post_nothing(&format!("{path}/restore")).await.expect(StatusCode::OK)["archived"], Value::Null);
    assert_eq!(names(&owner, "/api/patients").await, 1);
    owner.post_nothing(&format!("{path}/restore")).await.refused(StatusCode::CONFLICT, "not_archived");
    let history = owner.get(&format!("{path}/changes")).await.expect(StatusCode::OK);
    assert_eq!((&history[1]["field"], &history[1]["to"]), (&json!("archived"), &json!("Moved away")));
    assert_eq!((&history[0]["from"], &history[0]["to"]), (&json!("Moved away"), &Value::Null));
}

#[tokio::test]
async fn a_patient_without_records_can_be_removed_and_one_with_records_cannot() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = |id: i64| format!("/api/patients/{id}");
    let unused = factories::patient(&owner).await;
    owner.patch(&path(unused), json!({ "city": "Boston" })).await.expect(StatusCode::OK);
    let stale = owner.send_from_version(1, Method::DELETE, &path(unused), None).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    owner.send_from_version(2, Method::DELETE, &path(unused), None).await.expect(StatusCode::NO_CONTENT);
    owner.get(&path(unused)).await.refused(StatusCode::NOT_FOUND, "not_found");
    owner.delete(&path(unused)).await.refused(StatusCode::NOT_FOUND, "not_found");

    let template = factories::template(&owner).await;
    for record in ["exam", "appointment", "consent", "estimate", "note", "answer"] {
        let id = factories::patient(&owner).await;
        match record {
            "exam" => drop(factories::exam(&owner, id).await),
            "appointment" => drop(owner.post("/api/appointments", factories::appointment(id)).await),
            "consent" => {
                drop(owner.post(&format!("/api/consents/{id}/issue"), json!({ "templateId": template })).await);
            }
            "estimate" => drop(owner.post("/api/gfe-estimate", factories::estimate(id)).await),
            "note" => drop(owner.post(&format!("{}/notes", path(id)), json!({ "body": "Late" })).await),
            _ => {
                let answer = json!({ "answer": "none_known" });
                drop(owner.put(&format!("{}/clinical/allergies", path(id)), answer).await);
            }
        }
        let before = clinic.fingerprint().await;
        owner.delete(&path(id)).await.refused(StatusCode::CONFLICT, "has_records");
        assert_eq!(clinic.fingerprint().await, before, "{record}");
    }
    let assistant = clinic.signed_in_as(Role::MedicalAssistant).await;
    let id = factories::patient(&owner).await;
    assistant.delete(&path(id)).await.refused(StatusCode::FORBIDDEN, "forbidden");
}
