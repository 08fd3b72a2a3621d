use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

/// The names of the patients who may be this person, with likeness and reason.
async fn suspects(person: &Client, check: Value) -> Vec<(String, String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let found = person.post("/api/patients/duplicates", check).await.expect(StatusCode::OK);
    let found = found.as_array().unwrap().iter();
    found.map(|one| (text(&one["patient"]["first_name"]), text(&one["likeness"]), text(&one["reason"]))).collect()
}

fn one(first_name: &str, likeness: &str, reason: &str) -> Vec<(String, String, String)> {
    vec![(first_name.to_owned(), likeness.to_owned(), reason.to_owned())]
}

#[tokio::test]
async fn a_new_patient_is_compared_by_name_birth_date_phone_and_email() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let zoe = json!({ "first_name": "Zoë", "last_name": "O'Hara-Núñez", "email": "Zoe.O_Hara@example.com", "phone": "+1 (555) 010-1234", "birth_date": "1985-03-14" });
    let id = factories::id(&owner.post("/api/patients", zoe).await.expect(StatusCode::CREATED));
    let before = clinic.fingerprint().await;
    for (check, likeness, reason) in [
        (
            json!({ "first_name": "zoe", "last_name": "ohara nunez", "phone": "555-010-1234" }),
            "very_likely",
            "Same name and phone",
        ),
        (
            json!({ "first_name": "O'HARA NÚÑEZ", "last_name": "ZOE", "email": "zoe.o_hara@EXAMPLE.com", "birth_date": "1985-03-14" }),
            "very_likely",
            "Same name, birth date and email",
        ),
        (
            json!({ "first_name": "Zoey", "last_name": "O'Hara Nunes", "birth_date": "1985-03-14" }),
            "possible",
            "Same birth date, similar name",
        ),
        (
            json!({ "first_name": "Zoë", "last_name": "Lindqvist", "birth_date": "1985-03-14", "phone": "(555) 010-1234" }),
            "possible",
            "Same birth date and phone, another name",
        ),
        (json!({ "first_name": "Zoë", "last_name": "O'Hara-Núñez" }), "possible", "Same name"),
    ] {
        assert_eq!(suspects(&owner, check.clone()).await, one("Zoë", likeness, reason), "{check}");
    }
    for check in [
        json!({ "first_name": "Oscar", "last_name": "Berg", "phone": "555-010-1234", "email": "zoe.o_hara@example.com" }),
        json!({ "first_name": "Oscar", "last_name": "Berg", "birth_date": "1985-03-14" }),
        // A twin with the same long surname.
        json!({ "first_name": "Ida", "last_name": "O'Hara-Núñez", "birth_date": "1985-03-14" }),
        json!({ "first_name": "Zoë", "last_name": "O'Hara-Núñez", "birth_date": "1990-01-01" }),
        // An underscore is not a wildcard.
        json!({ "first_name": "Oscar", "last_name": "Berg", "birth_date": "1985-03-14", "email": "zoe.oxhara@example.com" }),
    ] {
        assert_eq!(suspects(&owner, check.clone()).await, [], "{check}");
    }
    assert_eq!(clinic.fingerprint().await, before, "asking changes nothing");
    assert!(factories::audited(&clinic, "member", "patient.duplicate.check", &[id], &[]).await > 0);
}

#[tokio::test]
async fn whoever_is_changed_is_not_their_own_duplicate() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let id = factories::patient(&owner).await;
    let check = json!({ "first_name": "Nora", "last_name": "Lindqvist", "birth_date": "1985-03-14", "patient_id": id });
    assert_eq!(suspects(&owner, check.clone()).await, []);
    let other = json!({ "first_name": "Nora", "last_name": "Berg", "phone": "555 010 9999" });
    let other = factories::id(&owner.post("/api/patients", other).await.expect(StatusCode::CREATED));
    assert_eq!(suspects(&owner, check.clone()).await, []);
    // The preferred name is compared as well.
    owner
        .patch(
            &format!("/api/patients/{other}"),
            json!({ "first_name": "Eleonora", "last_name": "Lindqvist", "preferred_name": "Nora" }),
        )
        .await
        .expect(StatusCode::OK);
    assert_eq!(suspects(&owner, check).await, one("Eleonora", "possible", "Same name"));
}

#[tokio::test]
async fn the_most_likely_come_first_and_no_more_than_five() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for birth_date in ["", "", "", "", "", "1985-03-14"] {
        let new = json!({ "first_name": "Nora", "last_name": "Lindqvist", "birth_date": birth_date });
        owner.post("/api/patients", new).await.expect(StatusCode::CREATED);
    }
    let check = json!({ "first_name": "Nora", "last_name": "Lindqvist", "birth_date": "1985-03-14" });
    let found = suspects(&owner, check).await;
    assert_eq!(found.len(), 5);
    assert_eq!(found[0].1, "very_likely");
}

#[tokio::test]
async fn a_check_that_is_not_valid_names_the_field() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let check = async |body: Value| owner.post("/api/patients/duplicates", body).await;
    check(json!({ "last_name": "Berg" })).await.refused_field("first_name");
    let with = |field: &str, value: Value| {
        let mut body = json!({ "first_name": "Ann", "last_name": "Berg" });
        body[field] = value;
        body
    };
    for (field, value) in [("email", json!("nobody")), ("phone", json!("x")), ("birth_date", json!("14.03.1985"))] {
        check(with(field, value)).await.refused_field(field);
    }
    check(with("patient_id", json!("x"))).await.refused_field("patient_id");
    let elsewhere = factories::patient(&TestClinic::new().await.owner().await).await;
    check(with("patient_id", json!(elsewhere))).await.refused(StatusCode::NOT_FOUND, "not_found");
    let staff = clinic.signed_in_as(Role::Staff).await;
    let refused = staff.post("/api/patients/duplicates", with("email", json!(""))).await;
    refused.refused(StatusCode::FORBIDDEN, "forbidden");
}
