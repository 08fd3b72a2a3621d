//! The warnings from the schedule and the catalog about a booking.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::at;
use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

/// The codes and sentences of the warnings about a booking, before any is confirmed.
async fn warnings(client: &Client, mut body: Value) -> Vec<(String, String)> {
    body["confirmed"] = json!([]);
    let asked = client.post("/api/appointments", body).await.refused(StatusCode::CONFLICT, "unconfirmed");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let warnings = asked["warnings"].as_array().unwrap().iter();
    warnings.map(|warning| (text(&warning["code"]), text(&warning["message"]))).collect()
}

fn warning(code: &str, message: &str) -> (String, String) {
    (code.to_owned(), message.to_owned())
}

async fn provider_named(clinic: &TestClinic, first_name: &str, last_name: &str) -> i64 {
    let email = factories::member(clinic, Role::Provider).await;
    let named = format!("update {{}}.member set first_name = '{first_name}', last_name = '{last_name}'");
    clinic.plant(&format!("{named} where email = '{email}'")).await;
    factories::member_id(clinic, &email).await
}

async fn set_hours(client: &Client, member: i64, spans: Value) {
    let path = format!("/api/schedule/hours/{member}");
    client.put(&path, json!({ "hours": spans })).await.expect(StatusCode::OK);
}

fn span(weekday: u8, opens_at: &str, closes_at: &str) -> Value {
    json!({ "weekday": weekday, "opens_at": opens_at, "closes_at": closes_at })
}

async fn block(client: &Client, of: Value, from: &str, to: &str, reason: &str) {
    let mut block = json!({ "starts_at": from, "ends_at": to, "reason": reason });
    for (key, value) in of.as_object().unwrap() {
        block[key] = value.clone();
    }
    client.post("/api/schedule/blocks", block).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn a_provider_who_does_not_work_then_is_confirmed_first() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let provider = provider_named(&clinic, "Noah", "Kim").await;
    let patient = factories::patient(&owner).await;
    let with = |time: &str| {
        let mut body = at(patient, time);
        body["provider_id"] = json!(provider);
        body
    };
    // Without hours of their own, members work within the clinic's. 2027-07-01 is a Thursday.
    let mut free = with("2027-07-01T09:00");
    free["confirmed"] = json!([]);
    owner.post("/api/appointments", free).await.expect(StatusCode::CREATED);
    set_hours(&owner, provider, json!([span(4, "09:00", "12:00"), span(4, "13:00", "17:00")])).await;
    let off = "Noah Kim works from 9:00 AM to 12:00 PM and 1:00 PM to 5:00 PM on Thursdays.";
    assert_eq!(warnings(&owner, with("2027-07-01T11:45")).await, [warning("provider_off", off)]);
    assert_eq!(
        warnings(&owner, with("2027-07-02T11:45")).await,
        [warning("provider_off", "Noah Kim does not work on Fridays.")]
    );
    let mut within = with("2027-07-01T11:30");
    within["confirmed"] = json!([]);
    let booked = owner.post("/api/appointments", within).await.expect(StatusCode::CREATED);
    let path = format!("/api/appointments/{}", booked["id"]);
    let mut to = json!({ "appointment_time": "2027-07-02T09:00", "confirmed": [] });
    owner.patch(&path, to.clone()).await.refused(StatusCode::CONFLICT, "unconfirmed");
    to["confirmed"] = json!(["provider_off"]);
    owner.patch(&path, to).await.expect(StatusCode::OK);
    let events = owner.get(&path).await.expect(StatusCode::OK)["events"].clone();
    assert_eq!(events[0]["warnings"], json!(["provider_off"]));
}

#[tokio::test]
async fn a_closed_day_and_a_time_that_is_kept_free_are_confirmed_first() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let provider = provider_named(&clinic, "Noah", "Kim").await;
    let patient = factories::patient(&owner).await;
    let room = factories::resource(&owner, "Room 1").await;
    let closure = json!({ "first_date": "2027-07-04", "last_date": "2027-07-05", "reason": "Independence Day." });
    owner.post("/api/schedule/closures", closure).await.expect(StatusCode::CREATED);
    assert_eq!(
        warnings(&owner, at(patient, "2027-07-05T09:00")).await,
        [warning("closed", "The clinic is closed on Jul 5, 2027: Independence Day.")]
    );
    block(&owner, json!({ "member_id": provider }), "2027-07-06T09:00", "2027-07-06T10:00", "Training").await;
    block(&owner, json!({ "resource_id": room }), "2027-07-06T08:00", "2027-07-07T12:00", "Painting").await;
    block(&owner, json!({}), "2027-07-06T09:15", "2027-07-06T09:30", "Staff meeting").await;
    let mut body = at(patient, "2027-07-06T09:00");
    let everybody = warning("blocked", "The clinic is not available from 9:15 AM to 9:30 AM: Staff meeting.");
    assert_eq!(warnings(&owner, body.clone()).await, std::slice::from_ref(&everybody));
    body["provider_id"] = json!(provider);
    body["resource_id"] = json!(room);
    assert_eq!(
        warnings(&owner, body.clone()).await,
        [
            warning("blocked", "Noah Kim is not available from 9:00 AM to 10:00 AM: Training."),
            warning("blocked", "Room 1 is not available from Jul 6, 2027, 8:00 AM to Jul 7, 2027, 12:00 PM: Painting."),
            everybody
        ]
    );
    body["confirmed"] = json!(["blocked"]);
    let booked = owner.post("/api/appointments", body).await.expect(StatusCode::CREATED);
    let path = format!("/api/appointments/{}", booked["id"]);
    let events = owner.get(&path).await.expect(StatusCode::OK)["events"].clone();
    assert_eq!(events[0]["warnings"], json!(["blocked"]));
    // Another time, another provider or another room is free.
    let mut free = at(patient, "2027-07-06T09:30");
    free["confirmed"] = json!([]);
    owner.post("/api/appointments", free).await.expect(StatusCode::CREATED);
}

/// A clinic with a service in its catalog: Peel, 30 minutes, with this field.
async fn with_peel(field: &str, value: i32) -> (TestClinic, Client, i64, i64) {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::switch_on(&clinic, "services").await;
    let provider = provider_named(&clinic, "Noah", "Kim").await;
    let patient = factories::patient(&owner).await;
    let mut peel = json!({ "name": "Peel", "minutes": 30 });
    peel[field] = json!(value);
    owner.post("/api/services", peel).await.expect(StatusCode::CREATED);
    (clinic, owner, provider, patient)
}

fn peel(patient: i64, provider: i64, time: &str) -> Value {
    let mut body = at(patient, time);
    body["service"] = json!("Peel");
    body["provider_id"] = json!(provider);
    body
}

#[tokio::test]
async fn the_same_service_too_soon_again_is_confirmed_first() {
    let (_clinic, owner, provider, patient) = with_peel("interval_days", 14).await;
    let first = owner.post("/api/appointments", peel(patient, provider, "2027-07-15T09:00")).await;
    let first = factories::id(&first.expect(StatusCode::CREATED));
    let too_soon =
        warning("interval", "Nora Lindqvist is booked for Peel on Jul 15, 2027: less than 14 days before or after.");
    for time in ["2027-07-02T18:00", "2027-07-28T09:00"] {
        assert_eq!(warnings(&owner, peel(patient, provider, time)).await, std::slice::from_ref(&too_soon));
    }
    for time in ["2027-07-01T18:00", "2027-07-29T07:00"] {
        let mut free = peel(patient, provider, time);
        free["confirmed"] = json!([]);
        owner.post("/api/appointments", free).await.expect(StatusCode::CREATED);
    }
    // Another patient, another service and a canceled appointment give no warning.
    let another = factories::patient(&owner).await;
    let mut free = peel(another, provider, "2027-07-16T09:00");
    free["confirmed"] = json!([]);
    owner.post("/api/appointments", free).await.expect(StatusCode::CREATED);
    let mut other = at(patient, "2027-07-16T12:00");
    other["confirmed"] = json!([]);
    let other = owner.post("/api/appointments", other).await.expect(StatusCode::CREATED);
    let path = format!("/api/appointments/{}", other["id"]);
    let to_peel = json!({ "service": "Peel", "minutes": 30, "confirmed": [] });
    owner.patch(&path, to_peel.clone()).await.refused(StatusCode::CONFLICT, "unconfirmed");
    let cancelled = json!({ "status": "Cancelled", "reason": "Ill" });
    owner.post(&format!("/api/appointments/{first}/status"), cancelled).await.expect(StatusCode::OK);
    let still = owner.patch(&path, to_peel).await.refused(StatusCode::CONFLICT, "unconfirmed");
    assert!(still["warnings"][0]["message"].as_str().unwrap().contains("Jul 29, 2027"), "{still}");
    let read = json!({ "service": "Peel", "minutes": 30, "confirmed": ["interval"] });
    owner.patch(&path, read).await.expect(StatusCode::OK);
    let events = owner.get(&path).await.expect(StatusCode::OK)["events"].clone();
    assert_eq!(events[0]["warnings"], json!(["interval"]));
}

#[tokio::test]
async fn less_than_the_buffer_to_the_providers_neighbours_is_confirmed_first() {
    let (_clinic, owner, provider, patient) = with_peel("buffer_minutes", 15).await;
    let another = factories::patient(&owner).await;
    owner.post("/api/appointments", peel(patient, provider, "2027-07-01T10:00")).await.expect(StatusCode::CREATED);
    let near = "Noah Kim has Peel from 10:00 AM to 10:30 AM: less than the 15 minutes that are kept between.";
    for time in ["2027-07-01T09:20", "2027-07-01T10:40"] {
        assert_eq!(warnings(&owner, peel(another, provider, time)).await, [warning("buffer", near)]);
    }
    // A service without a buffer may end when Peel starts, but may start only after Peel's buffer.
    let mut botox = peel(another, provider, "2027-07-01T10:30");
    botox["service"] = json!("Botox");
    assert_eq!(warnings(&owner, botox.clone()).await, [warning("buffer", near)]);
    for (service, time) in [("Botox", "2027-07-01T09:30"), ("Peel", "2027-07-01T10:45")] {
        botox["service"] = json!(service);
        botox["appointment_time"] = json!(time);
        botox["confirmed"] = json!([]);
        owner.post("/api/appointments", botox.clone()).await.expect(StatusCode::CREATED);
    }
}
