//! Warnings about an unusual booking, which are confirmed first.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{at, provider, tomorrow};
use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

/// The codes of the warnings, before any is confirmed.
async fn warned(client: &Client, mut body: Value) -> Vec<String> {
    body["confirmed"] = json!([]);
    let answer = client.post("/api/appointments", body).await.refused(StatusCode::CONFLICT, "unconfirmed");
    let codes = answer["warnings"].as_array().unwrap().iter();
    codes.map(|warning| warning["code"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn an_unusual_booking_needs_confirmed_warnings() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, provider(&owner).await);
    let mut usual = at(patient, &tomorrow("10:00"));
    usual["confirmed"] = json!([]);
    owner.post("/api/appointments", usual).await.expect(StatusCode::CREATED);
    let before = clinic.fingerprint().await;

    // The same patient again in the same minute, without a provider.
    let again = at(patient, &tomorrow("10:00"));
    assert_eq!(warned(&owner, again.clone()).await, ["patient_overlap"]);
    assert_eq!(warned(&owner, at(patient, "2026-01-05T10:00")).await, ["past"]);
    assert_eq!(warned(&owner, at(patient, "2099-01-05T10:00")).await, ["far_ahead"]);
    for clock in ["06:59", "20:45", "23:50"] {
        assert_eq!(warned(&owner, at(patient, &tomorrow(clock))).await, ["outside_hours"], "{clock}");
    }
    assert_eq!(clinic.fingerprint().await, before);

    for (clock, confirmed) in [("07:00", json!([])), ("20:30", json!([])), ("10:00", json!(["patient_overlap"]))] {
        let mut body = at(patient, &tomorrow(clock));
        body["confirmed"] = confirmed;
        owner.post("/api/appointments", body).await.expect(StatusCode::CREATED);
    }

    // Several warnings at once. Those that were not confirmed come again.
    let mut with = at(patient, &tomorrow("07:00"));
    with["provider_id"] = json!(provider);
    owner.post("/api/appointments", with.clone()).await.expect(StatusCode::CREATED);
    assert_eq!(warned(&owner, with.clone()).await, ["double_booked", "patient_overlap"]);
    with["confirmed"] = json!(["double_booked"]);
    owner.post("/api/appointments", with.clone()).await.refused(StatusCode::CONFLICT, "unconfirmed");
    with["confirmed"] = json!(["double_booked", "patient_overlap"]);
    owner.post("/api/appointments", with.clone()).await.refused(StatusCode::CONFLICT, "double_booked");
    with["allow_overlap"] = json!(true);
    owner.post("/api/appointments", with).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn without_the_confirmed_field_no_warnings_are_raised_and_a_wrong_list_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    // Like the specification's own payload.
    for time in ["2026-01-05T03:00", "2026-01-05T03:00", "2099-01-05T10:00"] {
        let new = json!({ "patient_id": patient, "appointment_time": time, "service": "Botox", "notes": "" });
        owner.post("/api/appointments", new).await.expect(StatusCode::CREATED);
    }
    let before = clinic.fingerprint().await;
    for wrong in [json!("past"), json!(true), json!([1]), json!({}), json!(vec!["past"; 21])] {
        let mut body = at(patient, "2026-01-05T10:00");
        body["confirmed"] = wrong;
        owner.post("/api/appointments", body).await.refused_field("confirmed");
    }
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn the_warnings_name_the_clinics_hours_and_time() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let mut settings = factories::settings();
    settings["time_zone"] = json!("America/New_York");
    owner.put("/api/clinic/settings", settings).await.expect(StatusCode::OK);
    owner.post("/api/appointments", at(patient, &tomorrow("17:45"))).await.expect(StatusCode::CREATED);
    let mut body = at(patient, &tomorrow("17:50"));
    body["confirmed"] = json!([]);
    let answer = owner.post("/api/appointments", body).await.refused(StatusCode::CONFLICT, "unconfirmed");
    let messages: Vec<_> = answer["warnings"].as_array().unwrap().iter().map(|warning| &warning["message"]).collect();
    assert_eq!(
        messages,
        [
            "Nora Lindqvist is booked from 5:45 PM to 6:15 PM already: Botox.",
            "This is outside the clinic's hours, 8:30 AM to 6:00 PM.",
        ]
    );
}
