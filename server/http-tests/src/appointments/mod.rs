//! Appointments over HTTP. This file tests booking.

mod ahead;
mod badges;
mod changes;
mod later;
mod lists;
mod moving;
mod planned;
mod reassign;
mod rooms;
mod series;
mod slots;
mod status;
mod warnings;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

async fn provider(client: &Client) -> i64 {
    let choices = client.get("/api/appointments/providers").await.expect(StatusCode::OK);
    factories::id(&choices[0])
}

fn at(patient: i64, time: &str) -> Value {
    json!({ "patient_id": patient, "appointment_time": time })
}

#[tokio::test]
async fn an_appointment_starts_in_clinic_time_and_lasts_as_long_as_its_service() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let usual = owner.post("/api/appointments", at(patient, "2027-07-01T09:30")).await.expect(StatusCode::CREATED);
    assert_eq!(usual["service"], "Botox");
    assert_eq!(usual["starts_at"], "2027-07-01T13:30:00Z");
    assert_eq!(usual["ends_at"], "2027-07-01T14:00:00Z");
    assert_eq!(usual["first_name"], "Nora");
    let mut long = at(patient, "2027-07-01T09:30:00-07:00");
    long["service"] = json!("EZ Gel Face");
    let long = owner.post("/api/appointments", long).await.expect(StatusCode::CREATED);
    assert_eq!(
        (&long["starts_at"], &long["ends_at"]),
        (&json!("2027-07-01T16:30:00Z"), &json!("2027-07-01T18:00:00Z"))
    );
}

#[tokio::test]
async fn a_provider_is_double_booked_only_with_allow_overlap() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, provider(&owner).await);
    let with = |time: &str| {
        let mut body = at(patient, time);
        body["provider_id"] = json!(provider);
        body
    };
    owner.post("/api/appointments", with("2027-07-01T09:00")).await.expect(StatusCode::CREATED);
    owner.post("/api/appointments", with("2027-07-01T09:30")).await.expect(StatusCode::CREATED);
    owner.post("/api/appointments", with("2027-07-01T09:15")).await.refused(StatusCode::CONFLICT, "double_booked");
    let mut anyway = with("2027-07-01T09:15");
    anyway["allow_overlap"] = json!(true);
    owner.post("/api/appointments", anyway).await.expect(StatusCode::CREATED);
    owner.post("/api/appointments", at(patient, "2027-07-01T09:15")).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn a_booking_without_allow_overlap_never_overlaps_another() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, provider(&owner).await);
    let book = async |time: &str, allow_overlap: bool| {
        let mut body = at(patient, time);
        body["provider_id"] = json!(provider);
        body["allow_overlap"] = json!(allow_overlap);
        owner.post("/api/appointments", body).await
    };
    book("2027-07-01T10:00", true).await.expect(StatusCode::CREATED);
    let before = clinic.fingerprint().await;
    for time in ["2027-07-01T09:45", "2027-07-01T10:00", "2027-07-01T10:15", "2027-07-01T10:29"] {
        book(time, false).await.refused(StatusCode::CONFLICT, "double_booked");
    }
    assert_eq!(clinic.fingerprint().await, before);
    for time in ["2027-07-01T09:30", "2027-07-01T10:30"] {
        book(time, false).await.expect(StatusCode::CREATED);
    }
    book("2027-07-01T09:45", true).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn of_fifty_concurrent_pairs_of_bookings_none_overlaps() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, provider(&owner).await);
    let book = |day: i64, time: &str, allow_overlap: bool| {
        let date = "2027-07-01".parse::<chrono::NaiveDate>().unwrap() + chrono::TimeDelta::days(day);
        let mut body = at(patient, &format!("{date}T{time}"));
        body["provider_id"] = json!(provider);
        body["allow_overlap"] = json!(allow_overlap);
        let owner = owner.clone();
        tokio::spawn(async move { owner.post("/api/appointments", body).await })
    };
    let (mut both, mut refused) = (0, 0);
    // Ten pairs at once, because the last of a hundred bookings would wait too long for a connection.
    for first in (0..50).step_by(10) {
        let days = first..first + 10;
        let pairs: Vec<_> = days.map(|day| (book(day, "10:00", true), book(day, "10:15", false))).collect();
        for (beside, alone) in pairs {
            let beside = beside.await.unwrap().expect(StatusCode::CREATED);
            let alone = alone.await.unwrap();
            if alone.status == StatusCode::CREATED {
                // Ids are in the order of booking, so the booking that allows no overlap came first.
                assert!(factories::id(&alone.json()) < factories::id(&beside), "it was booked over another one");
                both += 1;
            } else {
                alone.refused(StatusCode::CONFLICT, "double_booked");
                refused += 1;
            }
        }
    }
    assert_eq!(clinic.count("{}.appointment").await, 50 + both);
    assert_eq!(both + refused, 50);
}

/// A time tomorrow in the clinic's zone.
fn tomorrow(clock: &str) -> String {
    let day = base::clock::Clock::default().now().with_timezone(&chrono_tz::America::New_York).date_naive()
        + chrono::TimeDelta::days(1);
    format!("{day}T{clock}")
}

#[tokio::test]
async fn of_fifty_concurrent_bookings_of_one_slot_one_succeeds() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, provider(&owner).await);
    let mut body = at(patient, "2027-07-01T09:00");
    body["provider_id"] = json!(provider);
    let tries: Vec<_> = (0..50)
        .map(|_| {
            let (owner, body) = (owner.clone(), body.clone());
            tokio::spawn(async move { owner.post("/api/appointments", body).await.status })
        })
        .collect();
    let mut booked = 0;
    for attempt in tries {
        booked += usize::from(attempt.await.unwrap() == StatusCode::CREATED);
    }
    assert_eq!(booked, 1);
    assert_eq!(clinic.count("{}.appointment").await, 1);
}

#[tokio::test]
async fn an_invalid_booking_is_refused_with_a_sentence() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let before = clinic.fingerprint().await;
    let refused = async |body: Value, field: &str| owner.post("/api/appointments", body).await.refused_field(field);
    refused(json!({ "appointment_time": "2027-07-01T09:00" }), "patient_id").await;
    refused(json!({ "patient_id": patient }), "appointment_time").await;
    let skipped = refused(at(patient, "2027-03-14T02:30"), "appointment_time").await;
    assert!(skipped.contains("does not exist"), "{skipped}");
    refused(at(patient, "2027-02-30T09:00"), "appointment_time").await;
    let mut body = at(patient, "2027-07-01T09:00");
    body["service"] = json!("Massage");
    refused(body, "service").await;
    let mut body = at(patient, "2027-07-01T09:00");
    body["provider_id"] = json!(1);
    refused(body, "provider_id").await;
    owner.post("/api/appointments", at(1, "2027-07-01T09:00")).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn limited_access_shows_times_and_services_only() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    // The second patient is used, because the first patient's id would equal the appointment's id.
    factories::patient(&owner).await;
    let patient = factories::patient(&owner).await;
    owner.post("/api/appointments", factories::appointment(patient)).await.expect(StatusCode::CREATED);
    let staff = clinic.signed_in_as(Role::Staff).await;
    let answer = staff.get("/api/appointments").await;
    assert!(!answer.text.contains(&patient.to_string()), "{}", answer.text);
    let list = answer.expect(StatusCode::OK);
    assert_eq!(list[0]["service"], "Consultation");
    for hidden in ["patient_id", "first_name", "last_name", "notes"] {
        assert_eq!(list[0][hidden], Value::Null, "{hidden}");
    }
    // The audit records the patients whose data each reader was shown.
    let shown = "{}.audit where action = 'appointment.list' and cardinality(patient_ids) > 0";
    assert_eq!(clinic.count(shown).await, 0);
    owner.get("/api/appointments").await.expect(StatusCode::OK);
    assert_eq!(clinic.count(shown).await, 1);
}

#[tokio::test]
async fn an_appointment_shows_that_its_patient_is_archived() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let booked = owner.post("/api/appointments", factories::appointment(patient)).await.expect(StatusCode::CREATED);
    assert_eq!(booked["patient_is_archived"], false);
    owner.post(&format!("/api/patients/{patient}/archive"), json!({})).await.expect(StatusCode::OK);
    let path = "/api/appointments?from=2027-03-01&to=2027-03-01";
    let flag = async || owner.get(path).await.expect(StatusCode::OK)[0]["patient_is_archived"].clone();
    assert_eq!(flag().await, true);
    // The record is merged into an active one, which counts for the appointment.
    let survivor = factories::patient(&owner).await;
    let merging = json!({ "other_id": patient, "version": 1, "other_version": 2 });
    owner.post(&format!("/api/patients/{survivor}/merge"), merging).await.expect(StatusCode::OK);
    assert_eq!(flag().await, false);
}
