//! Series of appointments, booked all or none.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{at, provider};
use crate::testing::{TestClinic, factories};
use base::permission::Role;

const PATH: &str = "/api/appointments/series";

fn series(patient: i64, first: &str, times: i64, every_weeks: i64) -> Value {
    let mut body = at(patient, first);
    body["times"] = json!(times);
    body["every_weeks"] = json!(every_weeks);
    body
}

#[tokio::test]
async fn a_series_is_at_the_same_time_by_the_clinics_clock() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    // The clocks are set back on 2027-11-07.
    let booked = owner.post(PATH, series(patient, "2027-10-27T09:00", 3, 1)).await.expect(StatusCode::CREATED);
    let appointments = booked["appointments"].as_array().unwrap();
    let starts: Vec<_> = appointments.iter().map(|visit| visit["starts_at"].as_str().unwrap()).collect();
    assert_eq!(starts, ["2027-10-27T13:00:00Z", "2027-11-03T13:00:00Z", "2027-11-10T14:00:00Z"]);
    assert!(appointments.iter().all(|visit| visit["series_id"] == booked["series_id"]), "{booked}");
    assert_eq!(clinic.count("{}.appointment_event where kind = 'booked'").await, 3);
    let ids: Vec<_> = appointments.iter().map(factories::id).collect();
    assert_eq!(factories::audited(&clinic, "member", "appointment.series.create", &[patient], &ids).await, 1);
    let alone = owner.post("/api/appointments", at(patient, "2027-12-01T09:00")).await.expect(StatusCode::CREATED);
    assert_eq!(alone["series_id"], Value::Null);
}

#[tokio::test]
async fn a_series_of_which_some_dates_are_not_free_books_none_and_names_them() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, provider(&owner).await);
    let room = factories::resource(&owner, "Room 1").await;
    let mut taken = at(patient, "2027-07-08T09:15");
    taken["provider_id"] = json!(provider);
    owner.post("/api/appointments", taken).await.expect(StatusCode::CREATED);
    let mut taken = at(patient, "2027-07-22T09:15");
    taken["resource_id"] = json!(room);
    owner.post("/api/appointments", taken).await.expect(StatusCode::CREATED);
    let before = clinic.fingerprint().await;
    let mut body = series(patient, "2027-07-01T09:00", 5, 1);
    body["provider_id"] = json!(provider);
    body["resource_id"] = json!(room);
    for confirmed in [Value::Null, json!(["patient_overlap"])] {
        body["confirmed"] = confirmed;
        let refused = owner.post(PATH, body.clone()).await.refused(StatusCode::CONFLICT, "series_conflicts");
        assert_eq!(
            refused["conflicts"],
            json!([
                {
                    "date": "2027-07-08", "code": "double_booked",
                    "message": "This provider has another appointment at that time."
                },
                { "date": "2027-07-22", "code": "resource_booked", "message": "This room is booked at that time." },
            ])
        );
        assert_eq!(clinic.fingerprint().await, before);
    }
    // A time that the clocks skip is not free either.
    let skipped = owner.post(PATH, series(patient, "2027-03-07T02:30", 2, 1)).await;
    let skipped = skipped.refused(StatusCode::CONFLICT, "series_conflicts");
    assert_eq!(
        (&skipped["conflicts"][0]["date"], skipped["conflicts"].as_array().unwrap().len()),
        (&json!("2027-03-14"), 1)
    );
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn what_is_unusual_about_a_series_is_confirmed_at_once() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let closure = json!({ "first_date": "2027-07-08", "last_date": "2027-07-08", "reason": "Holiday" });
    owner.post("/api/schedule/closures", closure).await.expect(StatusCode::CREATED);
    owner.post("/api/appointments", at(patient, "2027-07-15T09:15")).await.expect(StatusCode::CREATED);
    let before = clinic.fingerprint().await;
    let mut body = series(patient, "2027-07-01T09:00", 3, 1);
    body["confirmed"] = json!([]);
    let asked = owner.post(PATH, body.clone()).await.refused(StatusCode::CONFLICT, "unconfirmed");
    let messages: Vec<_> = asked["warnings"].as_array().unwrap().iter().map(|warning| &warning["message"]).collect();
    assert_eq!(
        messages,
        [
            "Jul 8, 2027: The clinic is closed on Jul 8, 2027: Holiday.",
            "Jul 15, 2027: Nora Lindqvist is booked from 9:15 AM to 9:45 AM already: Botox.",
        ]
    );
    assert_eq!(clinic.fingerprint().await, before);
    body["confirmed"] = json!(["closed", "patient_overlap"]);
    owner.post(PATH, body).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn single_dates_of_a_series_can_be_at_another_time() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let mut body = series(patient, "2027-07-01T09:00", 3, 1);
    body["other_times"] = json!([{ "date": "2027-07-08", "appointment_time": "2027-07-09T10:30" }]);
    let booked = owner.post(PATH, body).await.expect(StatusCode::CREATED);
    let starts: Vec<_> = booked["appointments"].as_array().unwrap().iter().map(|visit| &visit["starts_at"]).collect();
    assert_eq!(starts, ["2027-07-01T13:00:00Z", "2027-07-09T14:30:00Z", "2027-07-15T13:00:00Z"]);
}

#[tokio::test]
async fn an_invalid_series_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let limited = clinic.signed_in_as(Role::Staff).await;
    let before = clinic.fingerprint().await;
    for (field, value) in [
        ("times", json!(1)),
        ("times", json!(61)),
        ("times", Value::Null),
        ("every_weeks", json!(0)),
        ("every_weeks", json!(53)),
        ("appointment_time", json!("soon")),
        ("service", json!("Massage")),
        ("provider_id", json!(1)),
        ("resource_id", json!(1)),
        ("other_times", json!([{ "date": "2027-07-08" }])),
        ("other_times", json!([{ "date": "2027-07-09", "appointment_time": "2027-07-09T10:00" }])),
        ("other_times", json!([{ "date": "2027-07-08", "appointment_time": "soon" }])),
    ] {
        let mut body = series(patient, "2027-07-01T09:00", 3, 1);
        body[field] = value;
        owner.post(PATH, body).await.refused_field(field);
    }
    // Six years ahead.
    owner.post(PATH, series(patient, "2027-07-01T09:00", 7, 52)).await.refused_field("times");
    limited.post(PATH, series(patient, "2027-07-01T09:00", 3, 1)).await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_preview_lists_the_conflict_of_each_date_and_books_nothing() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, provider(&owner).await);
    let other = factories::patient(&owner).await;
    let mut taken = at(other, "2027-07-08T09:15");
    taken["provider_id"] = json!(provider);
    owner.post("/api/appointments", taken).await.expect(StatusCode::CREATED);
    let closed = json!({ "first_date": "2027-07-15", "last_date": "2027-07-15", "reason": "Holiday" });
    owner.post("/api/schedule/closures", closed).await.expect(StatusCode::CREATED);
    let before = clinic.fingerprint().await;
    let mut body = series(patient, "2027-07-01T09:00", 4, 1);
    body["provider_id"] = json!(provider);
    let preview = format!("{PATH}/preview");
    let shown = owner.post(&preview, body.clone()).await.expect(StatusCode::OK);
    let rows = shown.as_array().unwrap();
    let dates: Vec<_> = rows.iter().map(|row| row["date"].as_str().unwrap()).collect();
    assert_eq!(dates, ["2027-07-01", "2027-07-08", "2027-07-15", "2027-07-22"]);
    assert_eq!((&rows[0]["starts_at"], &rows[0]["conflict"]), (&json!("2027-07-01T13:00:00Z"), &Value::Null));
    assert_eq!(rows[1]["conflict"], "This provider has another appointment at that time.");
    assert_eq!(rows[2]["conflict"], Value::Null);
    assert!(rows[2]["unusual"][0].as_str().unwrap().contains("Holiday"), "{shown}");
    assert_eq!(factories::audited(&clinic, "member", "appointment.series.preview", &[patient], &[]).await, 1);
    // The other time is free, and a day that is left out is not checked.
    body["other_times"] = json!([{ "date": "2027-07-08", "appointment_time": "2027-07-09T09:00" }]);
    body["left_out"] = json!(["2027-07-15"]);
    let shown = owner.post(&preview, body.clone()).await.expect(StatusCode::OK);
    let rows = shown.as_array().unwrap();
    assert_eq!(rows.len(), 3);
    assert_eq!((&rows[1]["date"], &rows[1]["starts_at"]), (&json!("2027-07-08"), &json!("2027-07-09T13:00:00Z")));
    assert!(rows.iter().all(|row| row["conflict"].is_null()), "{shown}");
    let skipped = owner.post(&preview, series(patient, "2027-03-07T02:30", 2, 1)).await.expect(StatusCode::OK);
    assert_eq!((&skipped[1]["starts_at"], skipped[1]["conflict"].is_string()), (&Value::Null, true));
    for left_out in [json!(["2027-07-02"]), json!("x")] {
        body["left_out"] = left_out;
        owner.post(&preview, body.clone()).await.refused_field("left_out");
        owner.post(PATH, body.clone()).await.refused_field("left_out");
    }
    body["left_out"] = json!(dates);
    owner.post(&preview, body.clone()).await.refused_field("left_out");
    assert_eq!(clinic.fingerprint().await, before);
    body["left_out"] = json!(["2027-07-15"]);
    let booked = owner.post(PATH, body).await.expect(StatusCode::CREATED);
    assert_eq!(booked["appointments"].as_array().unwrap().len(), 3);
}
