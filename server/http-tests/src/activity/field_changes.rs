//! Who changed which field last.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

async fn changes_of(person: &Client, record: &str) -> Vec<(String, String)> {
    let changes = person.get(&format!("/api/field-changes?record={record}")).await.expect(StatusCode::OK);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    changes.as_array().unwrap().iter().map(|one| (text(&one["field"]), text(&one["by"]))).collect()
}

fn named(field: &str, by: &str) -> (String, String) {
    (field.to_owned(), by.to_owned())
}

#[tokio::test]
async fn each_field_shows_who_changed_it_last() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let manager = clinic.signed_in_as(Role::PracticeManager).await;
    factories::switch_on(&clinic, "services").await;
    let services = owner.get("/api/services").await.expect(StatusCode::OK);
    let (first, second) = (factories::id(&services[0]), factories::id(&services[1]));
    let path = format!("/api/services/{first}");
    assert_eq!(changes_of(&owner, &format!("service&id={first}")).await, []);
    owner.patch(&path, json!({ "minutes": 45, "price": 10 })).await.expect(StatusCode::OK);
    manager.patch(&path, json!({ "minutes": 50 })).await.expect(StatusCode::OK);
    let changes = changes_of(&owner, &format!("service&id={first}")).await;
    assert_eq!(changes, [named("minutes", "Robin Practice Manager"), named("price", "Olive Owner")]);
    assert_eq!(changes_of(&owner, &format!("service&id={second}")).await, []);

    let rule = manager.post("/api/loyalty/rules", json!({ "points": 5 })).await.expect(StatusCode::CREATED);
    let rule = format!("loyalty_rule&id={}", factories::id(&rule));
    assert_eq!(changes_of(&owner, &rule).await, [named("points", "Robin Practice Manager")]);

    let mut settings = factories::settings();
    settings["idle_minutes"] = json!(25);
    owner.put("/api/clinic/settings", settings).await.expect(StatusCode::OK);
    assert!(changes_of(&manager, "clinic_settings").await.contains(&named("idle_minutes", "Olive Owner")));
    assert_eq!(changes_of(&manager, "message_settings").await, []);
    assert_eq!(changes_of(&manager, "booking_settings").await, []);
}

#[tokio::test]
async fn changes_of_a_member_are_shown_without_values() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let new = json!({ "first_name": "Nia", "last_name": "Okafor", "email": "nia@clinic.example", "role": "Nurse", "department": "Clinical", "status": "active", "hire_date": "2026-01-05" });
    let joined = owner.post("/api/team", new.clone()).await.expect(StatusCode::CREATED);
    let id = factories::id(&joined["member"]);
    assert_eq!(changes_of(&owner, &format!("member&id={id}")).await, []);
    let mut changed = new;
    changed["phone"] = json!("5550101234");
    owner.put(&format!("/api/team/{id}"), changed).await.expect(StatusCode::OK);
    let answer = owner.get(&format!("/api/field-changes?record=member&id={id}")).await;
    assert!(!answer.text.contains("5550101234"), "{}", answer.text);
    assert!(changes_of(&owner, &format!("member&id={id}")).await.contains(&named("phone", "Olive Owner")));
}

#[tokio::test]
async fn field_changes_need_the_permission_to_change_the_record_and_a_valid_request() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let ask = async |person: &Client, query: &str| person.get(&format!("/api/field-changes?{query}")).await;
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    ask(&director, "record=clinic_settings").await.refused(StatusCode::FORBIDDEN, "forbidden");
    ask(&director, "record=service&id=1").await.expect(StatusCode::OK);
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    ask(&nurse, "record=service&id=1").await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(ask(&owner, "record=service").await.refused_field("id"), "is required");
    assert_eq!(ask(&owner, "record=clinic_settings&id=1").await.refused_field("id"), "must be left out");
    let wrong = ask(&owner, "record=patient&id=1").await;
    assert!(wrong.status.is_client_error(), "{}", wrong.text);
}
