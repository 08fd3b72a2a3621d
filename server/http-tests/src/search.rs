use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic};
use base::permission::Role;

async fn add(owner: &Client, first: &str, last: &str, more: Value) -> i64 {
    let mut new = more;
    new["first_name"] = json!(first);
    new["last_name"] = json!(last);
    owner.post("/api/patients", new).await.expect(StatusCode::CREATED)["id"].as_i64().unwrap()
}

/// The first names that a search finds, in order.
async fn found(person: &Client, text: &str) -> Vec<String> {
    let text = text.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat();
    let found = person.get(&format!("/api/search?q={text}")).await.expect(StatusCode::OK);
    let patients = found["patients"].as_array().unwrap();
    patients.iter().map(|patient| patient["first_name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_patient_is_found_by_everything_that_one_might_type() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let zoe = add(
        &owner,
        "Zoë",
        "Núñez-Øberg",
        json!({ "email": "zoe.n@example.com", "phone": "(555) 010-1234", "birth_date": "1985-03-14" }),
    )
    .await;
    owner.patch(&format!("/api/patients/{zoe}"), json!({ "preferred_name": "Ziggy" })).await.expect(StatusCode::OK);
    add(&owner, "Ana", "Abara", json!({ "birth_date": "1990-01-01" })).await;
    for text in [
        "zoe",
        "ZOË",
        "nunez",
        "oberg zoe",
        "Núñez, Zoë",
        "ziggy",
        "zoe.n@exa",
        "010-12",
        "3/14/85",
        "1985-03-14",
        "zoe 3/14/1985",
    ] {
        assert_eq!(found(&owner, text).await, ["Zoë"], "{text}");
    }
    assert!(found(&owner, "nobody").await.is_empty());
    // A role that may not see birth dates, addresses and numbers cannot search by them.
    let staff = clinic.signed_in_as(Role::Staff).await;
    assert_eq!(found(&staff, "nunez").await, ["Zoë"]);
    for text in ["3/14/85", "zoe.n@exa", "5550101234"] {
        assert!(found(&staff, text).await.is_empty(), "{text}");
    }
    let seen = staff.get("/api/search?q=zoe").await.expect(StatusCode::OK);
    assert_eq!((&seen["patients"][0]["birth_date"], &seen["patients"][0]["phone"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn a_name_that_begins_as_typed_comes_first_and_eight_are_enough() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for (first, last) in [("Johanna", "Aalto"), ("Anna", "Zorn"), ("Bea", "Hanna")] {
        add(&owner, first, last, json!({})).await;
    }
    assert_eq!(found(&owner, "anna").await, ["Anna", "Johanna", "Bea"]);
    for number in 0..9 {
        add(&owner, "Mia", &format!("Berg {number}"), json!({})).await;
    }
    assert_eq!(found(&owner, "mia").await.len(), 8);
}

#[tokio::test]
async fn an_archived_patient_is_found_and_marked() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let id = add(&owner, "Ana", "Abara", json!({})).await;
    owner.post(&format!("/api/patients/{id}/archive"), json!({})).await.expect(StatusCode::OK);
    let seen = owner.get("/api/search?q=abara").await.expect(StatusCode::OK);
    assert_eq!(seen["patients"][0]["is_archived"], true);
}

#[tokio::test]
async fn without_a_text_it_lists_the_records_that_one_opened_last() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    assert!(found(&owner, "").await.is_empty());
    let mut ids = Vec::new();
    for name in ["Ana", "Bea", "Cleo"] {
        ids.push(add(&owner, name, "Abara", json!({})).await);
    }
    for id in [ids[0], ids[1], ids[0], ids[2], ids[0]] {
        owner.get(&format!("/api/patients/{id}")).await.expect(StatusCode::OK);
    }
    assert_eq!(found(&owner, " ").await, ["Ana", "Cleo", "Bea"]);
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    assert!(found(&nurse, "").await.is_empty(), "another member's");
}

#[tokio::test]
async fn a_text_that_cannot_be_searched_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    owner.get(&format!("/api/search?q={}", "x".repeat(201))).await.refused_field("q");
    owner.get("/api/search?q=%00").await.refused_field("q");
}
