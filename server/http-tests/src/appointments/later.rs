//! Moving, changing or canceling a visit and all later ones of its series in one request.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::at;
use crate::testing::{Client, TestClinic, factories};

/// Four visits a week apart, from the first of July on at half past nine.
async fn series() -> (TestClinic, Client, i64, Vec<i64>) {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let mut new = at(patient, "2027-07-01T09:30");
    new["times"] = json!(4);
    new["every_weeks"] = json!(1);
    let booked = owner.post("/api/appointments/series", new).await.expect(StatusCode::CREATED);
    let ids = booked["appointments"].as_array().unwrap().iter().map(factories::id).collect();
    (clinic, owner, patient, ids)
}

async fn read(client: &Client, id: i64) -> Value {
    client.get(&format!("/api/appointments/{id}")).await.expect(StatusCode::OK)
}

async fn starts(client: &Client, ids: &[i64]) -> Vec<String> {
    let mut starts = Vec::new();
    for id in ids {
        starts.push(read(client, *id).await["starts_at"].as_str().unwrap().to_owned());
    }
    starts
}

#[tokio::test]
async fn a_visit_says_which_later_ones_of_its_series_there_are() {
    let (_clinic, owner, patient, ids) = series().await;
    assert_eq!(read(&owner, ids[1]).await["later"], json!(["2027-07-15T13:30:00Z", "2027-07-22T13:30:00Z"]));
    assert_eq!(read(&owner, ids[3]).await["later"], json!([]));
    let alone = owner.post("/api/appointments", at(patient, "2027-06-01T09:30")).await.expect(StatusCode::CREATED);
    assert_eq!(read(&owner, factories::id(&alone)).await["later"], json!([]));
}

#[tokio::test]
async fn this_and_all_later_move_by_the_same_difference_and_earlier_ones_stay() {
    let (clinic, owner, patient, ids) = series().await;
    // A week later: each visit takes the day that the next one leaves.
    let change = json!({ "appointment_time": "2027-07-15T10:00", "and_later": true, "confirmed": [] });
    let path = format!("/api/appointments/{}", ids[1]);
    let stale = owner.send_from_version(7, Method::PATCH, &path, Some(&change)).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    let moved = owner.send_from_version(1, Method::PATCH, &path, Some(&change)).await.expect(StatusCode::OK);
    assert_eq!((&moved["id"], &moved["starts_at"]), (&json!(ids[1]), &json!("2027-07-15T14:00:00Z")));
    assert_eq!(
        starts(&owner, &ids).await,
        ["2027-07-01T13:30:00Z", "2027-07-15T14:00:00Z", "2027-07-22T14:00:00Z", "2027-07-29T14:00:00Z"]
    );
    assert_eq!(factories::audited(&clinic, "member", "appointment.update", &[patient], &ids[1..]).await, 1);
    // A move back begins with the first visit.
    let back = json!({ "appointment_time": "2027-07-08T09:30", "and_later": true, "confirmed": [] });
    owner.patch(&path, back).await.expect(StatusCode::OK);
    assert_eq!(
        starts(&owner, &ids).await,
        ["2027-07-01T13:30:00Z", "2027-07-08T13:30:00Z", "2027-07-15T13:30:00Z", "2027-07-22T13:30:00Z"]
    );
}

#[tokio::test]
async fn if_one_of_them_is_not_free_none_is_moved_and_the_dates_are_named() {
    let (clinic, owner, patient, ids) = series().await;
    let me = owner.get("/api/auth/session").await.expect(StatusCode::OK)["member"]["id"].clone();
    let mut other = at(patient, "2027-07-16T09:30");
    other["provider_id"] = me.clone();
    owner.post("/api/appointments", other).await.expect(StatusCode::CREATED);
    let before = clinic.fingerprint().await;
    let change = json!({ "appointment_time": "2027-07-09T09:30", "provider_id": me, "and_later": true });
    let path = format!("/api/appointments/{}", ids[1]);
    let refused = owner.patch(&path, change.clone()).await.refused(StatusCode::CONFLICT, "series_conflicts");
    assert_eq!(refused["conflicts"][0]["date"], "2027-07-16");
    assert_eq!(refused["conflicts"].as_array().unwrap().len(), 1, "{refused}");
    // Each warning names its date.
    let mut asked = change;
    asked["provider_id"] = Value::Null;
    asked["confirmed"] = json!([]);
    let unconfirmed = owner.patch(&path, asked.clone()).await.refused(StatusCode::CONFLICT, "unconfirmed");
    assert_eq!(unconfirmed["warnings"][0]["code"], "patient_overlap");
    assert!(unconfirmed["warnings"][0]["message"].as_str().unwrap().contains("Jul"), "{unconfirmed}");
    assert_eq!(clinic.fingerprint().await, before);
    asked["confirmed"] = json!(["patient_overlap"]);
    owner.patch(&path, asked).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn another_service_or_provider_for_all_later_ones_leaves_their_times() {
    let (_clinic, owner, _, ids) = series().await;
    let change = json!({ "service": "Consultation", "notes": "Bring the photos", "and_later": true });
    owner.patch(&format!("/api/appointments/{}", ids[2]), change).await.expect(StatusCode::OK);
    for (id, service) in ids.iter().zip(["Botox", "Botox", "Consultation", "Consultation"]) {
        assert_eq!(read(&owner, *id).await["service"], service);
    }
    assert_eq!(starts(&owner, &ids[3..]).await, ["2027-07-22T13:30:00Z"]);
}

#[tokio::test]
async fn this_and_all_later_are_cancelled_and_what_is_over_or_earlier_stays() {
    let (clinic, owner, patient, ids) = series().await;
    let cancelled = |id: i64| format!("/api/appointments/{id}/status");
    let alone = json!({ "status": "Cancelled", "reason": "Away" });
    owner.post(&cancelled(ids[2]), alone).await.expect(StatusCode::OK);
    owner
        .post(&cancelled(ids[1]), json!({ "status": "Confirmed", "and_later": true }))
        .await
        .refused_field("and_later");
    let all = json!({ "status": "Cancelled", "reason": "Moves to Maine", "and_later": true });
    let answer = owner.post(&cancelled(ids[1]), all).await.expect(StatusCode::OK);
    assert_eq!((&answer["id"], &answer["status"]), (&json!(ids[1]), &json!("Cancelled")));
    let mut now = Vec::new();
    for id in &ids {
        let row = read(&owner, *id).await;
        now.push((row["status"].clone(), row["cancel_reason"].clone()));
    }
    let gone = |reason: &str| (json!("Cancelled"), json!(reason));
    assert_eq!(now, [(json!("Booked"), Value::Null), gone("Moves to Maine"), gone("Away"), gone("Moves to Maine")]);
    let both = [ids[1], ids[3]];
    assert_eq!(factories::audited(&clinic, "member", "appointment.status", &[patient], &both).await, 1);
}
