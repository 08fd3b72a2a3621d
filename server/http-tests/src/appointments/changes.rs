//! Whether any appointment has changed.

use axum::http::StatusCode;
use serde_json::json;

use crate::testing::{Client, TestClinic, factories};

async fn token(client: &Client) -> i64 {
    client.get("/api/appointments/changes").await.expect(StatusCode::OK)["mark"].as_i64().unwrap()
}

#[tokio::test]
async fn each_change_of_an_appointment_changes_the_token_and_polling_is_not_recorded_as_a_read() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    assert_eq!(token(&owner).await, 0);
    let patient = factories::patient(&owner).await;
    let new = json!({ "patient_id": patient, "appointment_time": "2027-07-01T09:30" });
    let booked = factories::id(&owner.post("/api/appointments", new).await.expect(StatusCode::CREATED));
    let before = clinic.count("{}.audit").await;
    let first = token(&owner).await;
    assert!(first > 0);
    assert_eq!(token(&owner).await, first);
    assert_eq!(clinic.count("{}.audit").await, before, "asking is written nowhere");

    let path = format!("/api/appointments/{booked}");
    let moved = json!({ "appointment_time": "2027-07-01T11:00" });
    owner.patch(&path, moved).await.expect(StatusCode::OK);
    let second = token(&owner).await;
    assert!(second > first);
    owner.post(&format!("{path}/status"), json!({ "status": "Confirmed" })).await.expect(StatusCode::OK);
    assert!(token(&owner).await > second);
    let other = TestClinic::new().await;
    assert_eq!(token(&other.owner().await).await, 0);
}

#[tokio::test]
async fn a_list_has_its_token_in_a_header() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let new = json!({ "patient_id": patient, "appointment_time": "2027-07-01T09:30" });
    let booked = factories::id(&owner.post("/api/appointments", new).await.expect(StatusCode::CREATED));
    let listed = async || {
        let answer = owner.get("/api/appointments?from=2027-07-01&to=2027-07-01").await;
        answer.headers["x-appointments-mark"].to_str().unwrap().parse::<i64>().unwrap()
    };
    let first = listed().await;
    assert_eq!(first, token(&owner).await);
    let moved = json!({ "appointment_time": "2027-07-01T11:00" });
    owner.patch(&format!("/api/appointments/{booked}"), moved).await.expect(StatusCode::OK);
    assert!(listed().await > first);
    assert_eq!(listed().await, token(&owner).await);
}
