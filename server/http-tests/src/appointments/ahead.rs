//! The count of upcoming appointments, and that they keep their instant when the clinic's zone changes.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::at;
use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

const PATH: &str = "/api/appointments/ahead";

pub(super) async fn book(client: &Client, patient: i64, provider: Option<i64>, time: &str) -> i64 {
    let mut body = at(patient, time);
    body["provider_id"] = json!(provider);
    factories::id(&client.post("/api/appointments", body).await.expect(StatusCode::CREATED))
}

#[tokio::test]
async fn the_appointments_ahead_are_counted_by_provider_as_long_as_they_are_expected() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    assert_eq!(owner.get(PATH).await.expect(StatusCode::OK), json!([]));
    let (patient, provider) = (factories::patient(&owner).await, factories::provider(&clinic).await);
    book(&owner, patient, None, "2027-07-03T09:00").await;
    let first = book(&owner, patient, Some(provider), "2027-07-01T09:00").await;
    book(&owner, patient, Some(provider), "2027-07-02T09:00").await;
    book(&owner, patient, Some(provider), "2020-07-02T09:00").await;
    clinic.plant(&format!("update {{}}.member set status = 'inactive' where id = {provider}")).await;
    let before = clinic.count("{}.audit").await;
    let ahead = owner.get(PATH).await.expect(StatusCode::OK);
    assert_eq!(clinic.count("{}.audit").await, before, "a count is no reading of anybody's record");
    let row = |provider: Value, name: Value, is_bookable: bool, appointments: i64, first: &str| {
        json!({
            "provider_id": provider, "provider_name": name, "is_bookable": is_bookable,
            "appointments": appointments, "first_starts_at": first
        })
    };
    let any = row(Value::Null, Value::Null, true, 1, "2027-07-03T13:00:00Z");
    let theirs = |count, start| row(json!(provider), json!("Robin Provider"), false, count, start);
    assert_eq!(ahead, json!([theirs(2, "2027-07-01T13:00:00Z"), any]));
    let cancelled = json!({ "status": "Cancelled", "reason": "Has a cold" });
    owner.post(&format!("/api/appointments/{first}/status"), cancelled).await.expect(StatusCode::OK);
    assert_eq!(owner.get(PATH).await.expect(StatusCode::OK), json!([theirs(1, "2027-07-02T13:00:00Z"), any]));
    // Counts contain no names, so roles with limited access get them too.
    let limited = clinic.signed_in_as(Role::Staff).await;
    assert_eq!(limited.get(PATH).await.expect(StatusCode::OK).as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn an_appointment_keeps_its_moment_when_the_clinics_zone_changes() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    book(&owner, patient, None, "2027-07-01T01:00").await;
    let mut settings = owner.get("/api/clinic/settings").await.expect(StatusCode::OK);
    settings["time_zone"] = json!("America/Los_Angeles");
    owner.put("/api/clinic/settings", settings).await.expect(StatusCode::OK);
    // One o'clock in New York is ten o'clock of the day before in Los Angeles.
    let day = owner.get("/api/appointments?from=2027-06-30&to=2027-06-30").await.expect(StatusCode::OK);
    assert_eq!(day[0]["starts_at"], "2027-07-01T05:00:00Z");
    assert_eq!(owner.get(PATH).await.expect(StatusCode::OK)[0]["appointments"], 1);
    let id = factories::id(&day[0]);
    let moved = json!({ "appointment_time": "2027-07-01T01:00" });
    let moved = owner.patch(&format!("/api/appointments/{id}"), moved).await.expect(StatusCode::OK);
    assert_eq!(moved["starts_at"], "2027-07-01T08:00:00Z", "a time is meant in the new zone");
}
