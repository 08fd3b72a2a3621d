//! Rooms and devices. Only one appointment at a time occupies each.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{at, provider};
use crate::testing::{TestClinic, factories};
use base::permission::Role;

fn in_room(patient: i64, time: &str, room: i64) -> Value {
    let mut body = at(patient, time);
    body["resource_id"] = json!(room);
    body
}

#[tokio::test]
async fn an_appointment_occupies_a_room_which_a_move_keeps_and_a_change_replaces() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (room, other) = (factories::resource(&owner, "Room 1").await, factories::resource(&owner, "Room 2").await);
    let booked = owner.post("/api/appointments", in_room(patient, "2027-07-01T09:00", room)).await;
    let booked = booked.expect(StatusCode::CREATED);
    assert_eq!((&booked["resource_id"], &booked["resource_name"]), (&json!(room), &json!("Room 1")));
    let path = format!("/api/appointments/{}", booked["id"]);
    let change = async |body: Value| owner.patch(&path, body).await.expect(StatusCode::OK);
    let moved = change(json!({ "appointment_time": "2027-07-01T10:00" })).await;
    assert_eq!(moved["resource_name"], "Room 1");
    assert_eq!(change(json!({ "resource_id": other })).await["resource_name"], "Room 2");
    let cleared = change(json!({ "resource_id": null })).await;
    assert_eq!((&cleared["resource_id"], &cleared["resource_name"]), (&Value::Null, &Value::Null));
    assert_eq!(change(json!({ "resource_id": null })).await["version"], cleared["version"], "nothing changed");

    let events = owner.get(&path).await.expect(StatusCode::OK)["events"].clone();
    let names: Vec<_> = events
        .as_array()
        .unwrap()
        .iter()
        .map(|event| (event["former_resource_name"].clone(), event["resource_name"].clone()))
        .collect();
    let (first, second) = (json!("Room 1"), json!("Room 2"));
    assert_eq!(
        names,
        [(second.clone(), Value::Null), (first.clone(), second), (first.clone(), first.clone()), (Value::Null, first)]
    );
    assert_eq!(clinic.count("{}.audit where action = 'appointment.update' and detail like '%resource_name%'").await, 2);
    // Roles with limited access see the room.
    change(json!({ "resource_id": room })).await;
    let limited = clinic.signed_in_as(Role::Staff).await;
    let rows = limited.get("/api/appointments?from=2027-07-01").await.expect(StatusCode::OK);
    assert_eq!((&rows[0]["resource_name"], &rows[0]["first_name"]), (&json!("Room 1"), &Value::Null));
}

#[tokio::test]
async fn a_room_that_is_occupied_is_refused_whatever_is_allowed() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (patient, another) = (factories::patient(&owner).await, factories::patient(&owner).await);
    let room = factories::resource(&owner, "Room 1").await;
    let first = owner.post("/api/appointments", in_room(patient, "2027-07-01T09:00", room)).await;
    let first = factories::id(&first.expect(StatusCode::CREATED));
    let free = owner.post("/api/appointments", at(another, "2027-07-01T09:15")).await.expect(StatusCode::CREATED);
    let path = format!("/api/appointments/{}", free["id"]);
    let before = clinic.fingerprint().await;
    let mut taken = in_room(another, "2027-07-01T09:15", room);
    let mut change = json!({ "resource_id": room });
    for extra in [json!({}), json!({ "allow_overlap": true }), json!({ "confirmed": [], "allow_overlap": true })] {
        for (key, value) in extra.as_object().unwrap() {
            taken[key] = value.clone();
            change[key] = value.clone();
        }
        let refused = owner.post("/api/appointments", taken.clone()).await;
        let refused = refused.refused(StatusCode::CONFLICT, "resource_booked");
        assert_eq!(refused["error"], "This room is booked at that time.");
        owner.patch(&path, change.clone()).await.refused(StatusCode::CONFLICT, "resource_booked");
    }
    assert_eq!(clinic.fingerprint().await, before);
    // A canceled appointment frees the room, and is reopened only if the room is still free.
    let status = format!("/api/appointments/{first}/status");
    let cancelled = json!({ "status": "Cancelled", "reason": "Ill" });
    owner.post(&status, cancelled).await.expect(StatusCode::OK);
    owner.patch(&path, json!({ "resource_id": room })).await.expect(StatusCode::OK);
    let reopened = owner.post(&status, json!({ "status": "Booked" })).await;
    reopened.refused(StatusCode::CONFLICT, "resource_booked");
    owner.patch(&path, json!({ "resource_id": null })).await.expect(StatusCode::OK);
    owner.post(&status, json!({ "status": "Booked" })).await.expect(StatusCode::OK);
    let device = owner.post("/api/schedule/resources", json!({ "name": "Laser", "kind": "Device" })).await;
    let device = factories::id(&device.expect(StatusCode::CREATED));
    owner.patch(&path, json!({ "resource_id": device })).await.expect(StatusCode::OK);
    let refused = owner.post("/api/appointments", in_room(patient, "2027-07-01T09:00", device)).await;
    let refused = refused.refused(StatusCode::CONFLICT, "resource_booked");
    assert_eq!(refused["error"], "This device is booked at that time.");
}

#[tokio::test]
async fn only_a_room_in_use_can_be_booked_and_one_that_was_booked_stays() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let room = factories::resource(&owner, "Room 1").await;
    let booked = owner.post("/api/appointments", in_room(patient, "2027-07-01T09:00", room)).await;
    let path = format!("/api/appointments/{}", booked.expect(StatusCode::CREATED)["id"]);
    let retired = json!({ "is_active": false });
    owner.patch(&format!("/api/schedule/resources/{room}"), retired).await.expect(StatusCode::OK);
    let stays = json!({ "appointment_time": "2027-07-01T10:00", "resource_id": room });
    assert_eq!(owner.patch(&path, stays).await.expect(StatusCode::OK)["resource_name"], "Room 1");
    owner.patch(&path, json!({ "resource_id": null })).await.expect(StatusCode::OK);
    let before = clinic.fingerprint().await;
    for id in [room, 1] {
        owner.patch(&path, json!({ "resource_id": id })).await.refused_field("resource_id");
        owner.post("/api/appointments", in_room(patient, "2027-07-02T09:00", id)).await.refused_field("resource_id");
    }
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn changing_the_room_keeps_an_allowed_overlap() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, provider(&owner).await);
    let room = factories::resource(&owner, "Room 1").await;
    let mut body = at(patient, "2027-07-01T09:00");
    body["provider_id"] = json!(provider);
    owner.post("/api/appointments", body.clone()).await.expect(StatusCode::CREATED);
    body["allow_overlap"] = json!(true);
    let over = owner.post("/api/appointments", body).await.expect(StatusCode::CREATED);
    let path = format!("/api/appointments/{}", over["id"]);
    let changed = owner.patch(&path, json!({ "resource_id": room })).await.expect(StatusCode::OK);
    assert_eq!((&changed["allow_overlap"], &changed["booked_anyway_by"]), (&json!(true), &over["booked_anyway_by"]));
}

#[tokio::test]
async fn of_fifty_concurrent_bookings_of_one_room_one_succeeds() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let room = factories::resource(&owner, "Room 1").await;
    let bookings: Vec<_> = (0..50)
        .map(|_| {
            let (owner, body) = (owner.clone(), in_room(patient, "2027-07-01T09:00", room));
            tokio::spawn(async move { owner.post("/api/appointments", body).await })
        })
        .collect();
    let mut done = 0;
    for answer in bookings {
        let answer = answer.await.unwrap();
        if answer.status == StatusCode::CREATED {
            done += 1;
        } else {
            answer.refused(StatusCode::CONFLICT, "resource_booked");
        }
    }
    assert_eq!((done, clinic.count("{}.appointment").await), (1, 1));
}
