//! An appointment's status.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::{at, provider, tomorrow};
use crate::testing::{Answer, Client, TestClinic, factories};
use base::permission::Role;

/// Books an appointment and returns its id.
async fn book(client: &Client, body: Value) -> i64 {
    factories::id(&client.post("/api/appointments", body).await.expect(StatusCode::CREATED))
}

async fn set(client: &Client, id: i64, status: &str) -> Answer {
    let reason = (status == "Cancelled").then_some("Has a cold");
    client.post(&format!("/api/appointments/{id}/status"), json!({ "status": status, "reason": reason })).await
}

async fn read_appointment(client: &Client, id: i64) -> Value {
    client.get(&format!("/api/appointments/{id}")).await.expect(StatusCode::OK)
}

#[tokio::test]
async fn a_visit_goes_from_the_booking_to_its_end_and_every_step_is_kept() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let id = book(&owner, at(patient, "2027-07-01T09:30")).await;
    let first = read_appointment(&owner, id).await;
    assert_eq!((&first["status"], &first["status_at"], &first["version"]), (&json!("Booked"), &Value::Null, &json!(1)));
    assert_eq!((&first["updated_at"], &first["updated_by"]), (&Value::Null, &Value::Null));
    for (step, status) in (2..).zip(["Confirmed", "Arrived", "In room", "Completed", "In room"]) {
        let answer = set(&owner, id, status).await.expect(StatusCode::OK);
        assert_eq!((&answer["status"], &answer["version"]), (&json!(status), &json!(step)));
        assert!(answer["status_at"].is_string() && answer["updated_by"].is_string(), "{answer}");
        assert_eq!(answer["status_at"], answer["updated_at"]);
    }
    let last = read_appointment(&owner, id).await;
    let events = last["events"].as_array().unwrap();
    let changes: Vec<_> =
        events.iter().map(|event| (&event["kind"], &event["from_status"], &event["to_status"])).collect();
    assert_eq!(changes.len(), 6);
    assert_eq!(changes[0], (&json!("status"), &json!("Completed"), &json!("In room")));
    assert_eq!(changes[5], (&json!("booked"), &Value::Null, &json!("Booked")));
    assert_eq!((&events[5]["starts_at"], &events[5]["ends_at"]), (&first["starts_at"], &first["ends_at"]));
    assert_eq!(events[0]["actor_name"], last["updated_by"]);
    assert_eq!(factories::audited(&clinic, "member", "appointment.status", &[patient], &[id]).await, 5);
    assert_eq!(factories::audited(&clinic, "member", "appointment.read", &[patient], &[id]).await, 2);
}

#[tokio::test]
async fn what_may_not_follow_is_refused_with_a_sentence() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let id = book(&owner, at(patient, "2027-07-01T09:30")).await;
    let path = format!("/api/appointments/{id}/status");
    let before = clinic.fingerprint().await;
    let refused = set(&owner, id, "Completed").await.refused(StatusCode::CONFLICT, "transition");
    assert_eq!(refused["error"], "A booked appointment cannot become completed.");
    set(&owner, id, "Booked").await.refused(StatusCode::CONFLICT, "transition");
    set(&owner, id, "No-show").await.refused(StatusCode::CONFLICT, "too_early");
    owner.post(&path, json!({ "status": "Cancelled" })).await.refused_field("reason");
    owner.post(&path, json!({ "status": "Gone" })).await.refused_field("status");
    owner.post(&path, json!({})).await.refused_field("status");
    set(&owner, 1, "Arrived").await.refused(StatusCode::NOT_FOUND, "not_found");
    let body = json!({ "status": "Arrived" });
    let stale = owner.send_from_version(2, Method::POST, &path, Some(&body)).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    let staff = clinic.signed_in_as(Role::Staff).await;
    let before_staff = clinic.fingerprint().await;
    set(&staff, id, "Arrived").await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(clinic.fingerprint().await, before_staff);
    assert_eq!(clinic.count("{}.appointment_event").await, 1);
    assert_ne!(before, before_staff, "a member was added");
    owner.send_from_version(1, Method::POST, &path, Some(&body)).await.expect(StatusCode::OK);
    set(&owner, id, "Arrived").await.refused(StatusCode::CONFLICT, "transition");
}

#[tokio::test]
async fn a_cancelled_appointment_occupies_nobody_and_is_reopened_while_its_time_is_free() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, provider(&owner).await);
    let with = || {
        let mut body = at(patient, &tomorrow("09:00"));
        body["provider_id"] = json!(provider);
        body["confirmed"] = json!([]);
        body
    };
    let first = book(&owner, with()).await;
    let cancelled = set(&owner, first, "Cancelled").await.expect(StatusCode::OK);
    assert_eq!((&cancelled["status"], &cancelled["cancel_reason"]), (&json!("Cancelled"), &json!("Has a cold")));
    // Neither the provider nor the patient is booked, so there is no warning.
    let second = book(&owner, with()).await;
    let refused = set(&owner, first, "Booked").await.refused(StatusCode::CONFLICT, "double_booked");
    assert_eq!(refused["error"], "This provider has another appointment at that time.");
    set(&owner, second, "Cancelled").await.expect(StatusCode::OK);
    let reopened = set(&owner, first, "Booked").await.expect(StatusCode::OK);
    assert_eq!((&reopened["status"], &reopened["cancel_reason"]), (&json!("Booked"), &Value::Null));
    set(&owner, second, "Booked").await.refused(StatusCode::CONFLICT, "double_booked");
    let events = read_appointment(&owner, first).await["events"].clone();
    assert_eq!(events[1]["reason"], "Has a cold");
}

#[tokio::test]
async fn somebody_who_did_not_come_leaves_the_time_free_and_may_still_arrive() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, provider(&owner).await);
    let with = || {
        let mut body = at(patient, "2026-01-05T09:00");
        body["provider_id"] = json!(provider);
        body
    };
    let first = book(&owner, with()).await;
    set(&owner, first, "No-show").await.expect(StatusCode::OK);
    let second = book(&owner, with()).await;
    set(&owner, first, "Arrived").await.refused(StatusCode::CONFLICT, "double_booked");
    set(&owner, second, "Cancelled").await.expect(StatusCode::OK);
    set(&owner, first, "Arrived").await.expect(StatusCode::OK);
}

#[tokio::test]
async fn lists_leave_cancelled_appointments_out_unless_they_are_asked_for() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, provider(&owner).await);
    let kept = book(&owner, at(patient, "2027-07-01T09:00")).await;
    let gone = book(&owner, at(patient, "2027-07-01T10:00")).await;
    let mut with = at(patient, "2027-07-01T11:00");
    with["provider_id"] = json!(provider);
    let with = book(&owner, with).await;
    set(&owner, gone, "Cancelled").await.expect(StatusCode::OK);
    let ids = async |query: &str| -> Vec<i64> {
        let path = format!("/api/appointments?from=2027-07-01&to=2027-07-01{query}");
        owner.get(&path).await.expect(StatusCode::OK).as_array().unwrap().iter().map(factories::id).collect()
    };
    assert_eq!(ids("").await, [kept, with]);
    assert_eq!(ids("&include_cancelled=false").await, [kept, with]);
    assert_eq!(ids("&include_cancelled=true").await, [kept, gone, with]);
    assert_eq!(ids(&format!("&provider_id={provider}")).await, [with]);
    let table = async |query: &str| {
        owner.get(&format!("/api/appointments/export?from=2027-07-01&to=2027-07-01{query}")).await.table()
    };
    assert_eq!(table("").await.len(), 3);
    let all = table("&include_cancelled=true").await;
    assert_eq!((all.len(), all[2][11].as_str()), (4, "Cancelled"));
    // The link to the next page keeps the filter.
    let page = owner.get("/api/appointments?from=2027-07-01&include_cancelled=true&limit=1").await;
    assert!(page.next_page().unwrap().contains("include_cancelled=true"));
}

#[tokio::test]
async fn limited_access_shows_the_status_without_the_reason() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::patient(&owner).await;
    let patient = factories::patient(&owner).await;
    let id = book(&owner, factories::appointment(patient)).await;
    set(&owner, id, "Cancelled").await.expect(StatusCode::OK);
    let staff = clinic.signed_in_as(Role::Staff).await;
    let answer = staff.get(&format!("/api/appointments/{id}")).await;
    assert!(!answer.text.contains("Has a cold") && !answer.text.contains("Lindqvist"), "{}", answer.text);
    let seen = answer.expect(StatusCode::OK);
    assert_eq!((&seen["status"], &seen["cancel_reason"]), (&json!("Cancelled"), &Value::Null));
    assert_eq!(seen["events"][0]["reason"], Value::Null);
    assert_eq!(factories::audited(&clinic, "member", "appointment.read", &[], &[id]).await, 1);
}
