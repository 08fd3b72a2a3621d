//! Moving and changing appointments.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::{at, provider, tomorrow};
use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

async fn book(client: &Client, body: Value) -> i64 {
    factories::id(&client.post("/api/appointments", body).await.expect(StatusCode::CREATED))
}

fn path(id: i64) -> String {
    format!("/api/appointments/{id}")
}

#[tokio::test]
async fn a_moved_appointment_keeps_its_length() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, provider(&owner).await);
    let id = book(&owner, at(patient, "2027-07-01T09:30")).await;
    let change = async |body: Value| owner.patch(&path(id), body).await.expect(StatusCode::OK);
    let span = |visit: &Value| {
        (visit["starts_at"].as_str().unwrap().to_owned(), visit["ends_at"].as_str().unwrap().to_owned())
    };
    let utc = |from: &str, to: &str| (format!("2027-07-01T{from}:00Z"), format!("2027-07-01T{to}:00Z"));

    let moved = change(json!({ "appointment_time": "2027-07-01T10:00", "provider_id": provider })).await;
    assert_eq!((span(&moved), &moved["provider_id"]), (utc("14:00", "14:30"), &json!(provider)));
    assert_eq!(span(&change(json!({ "minutes": 45 })).await), utc("14:00", "14:45"));
    assert_eq!(span(&change(json!({ "appointment_time": "2027-07-01T11:00" })).await), utc("15:00", "15:45"));
    // The length becomes that of the new service, unless a length is given.
    let gel = change(json!({ "service": "EZ Gel Face" })).await;
    assert_eq!((span(&gel), &gel["service"]), (utc("15:00", "16:30"), &json!("EZ Gel Face")));
    assert_eq!(span(&change(json!({ "service": "Botox", "minutes": 20 })).await), utc("15:00", "15:20"));
    assert_eq!(change(json!({ "provider_id": null })).await["provider_name"], Value::Null);
    let noted = change(json!({ "notes": "Parks behind the house" })).await;
    assert_eq!((&noted["notes"], &noted["version"]), (&json!("Parks behind the house"), &json!(8)));
    assert_eq!(change(json!({ "notes": null })).await["notes"], Value::Null);

    // A change to the present values changes nothing.
    assert_eq!(change(json!({ "service": "Botox", "appointment_time": "2027-07-01T11:00" })).await["version"], 9);
    let events = owner.get(&path(id)).await.expect(StatusCode::OK)["events"].clone();
    let kinds: Vec<_> = events.as_array().unwrap().iter().map(|event| event["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["changed", "changed", "moved", "moved", "moved", "moved", "moved", "moved", "booked"]);
    let first = &events[7];
    assert_eq!(
        (&first["former_starts_at"], &first["starts_at"]),
        (&json!("2027-07-01T13:30:00Z"), &json!("2027-07-01T14:00:00Z"))
    );
    assert_eq!((&first["former_provider_name"], first["provider_name"].is_string()), (&Value::Null, true));
    assert_eq!(factories::audited(&clinic, "member", "appointment.update", &[patient], &[id]).await, 9);
    // The log shows the times before and after, but no notes.
    assert_eq!(clinic.count("{}.audit where action = 'appointment.update' and detail like '%starts_at%'").await, 2);
    assert_eq!(clinic.count("{}.audit where detail like '%Parks%'").await, 0);
}

#[tokio::test]
async fn an_appointment_that_is_over_cannot_be_moved() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let id = book(&owner, at(patient, "2027-07-01T09:30")).await;
    for (status, words) in [
        ("Completed", "This appointment is completed. Reopen it first."),
        ("Cancelled", "This appointment is cancelled. Reopen it first."),
        ("No-show", "This appointment is a no-show. Reopen it first."),
    ] {
        clinic.plant(&format!("update {{}}.appointment set status = '{status}' where id = {id}")).await;
        let before = clinic.fingerprint().await;
        for body in [
            json!({ "appointment_time": "2027-07-01T10:00" }),
            json!({ "minutes": 90 }),
            json!({ "service": "Follow-up" }),
        ] {
            let refused = owner.patch(&path(id), body).await.refused(StatusCode::CONFLICT, "appointment_is_over");
            assert_eq!(refused["error"], words);
        }
        assert_eq!(clinic.fingerprint().await, before);
        owner.patch(&path(id), json!({ "notes": status })).await.expect(StatusCode::OK);
    }
}

#[tokio::test]
async fn an_invalid_change_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let id = book(&owner, at(patient, "2027-07-01T09:30")).await;
    let staff = clinic.signed_in_as(Role::Staff).await;
    let before = clinic.fingerprint().await;
    for (body, field) in [
        (json!({ "appointment_time": null }), "appointment_time"),
        (json!({ "appointment_time": "2027-03-14T02:30" }), "appointment_time"),
        (json!({ "minutes": null }), "minutes"),
        (json!({ "minutes": 4 }), "minutes"),
        (json!({ "minutes": 721 }), "minutes"),
        (json!({ "service": null }), "service"),
        (json!({ "service": "Massage" }), "service"),
        (json!({ "provider_id": 1 }), "provider_id"),
        (json!({ "patient_id": patient }), "patient_id"),
        (json!({ "status": "Arrived" }), "status"),
    ] {
        owner.patch(&path(id), body).await.refused_field(field);
    }
    let later = json!({ "appointment_time": "2027-07-01T10:30" });
    let stale = owner.send_from_version(2, Method::PATCH, &path(id), Some(&later)).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    owner.patch(&path(1), later.clone()).await.refused(StatusCode::NOT_FOUND, "not_found");
    staff.patch(&path(id), later).await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn what_is_unusual_about_a_move_is_confirmed_first() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, provider(&owner).await);
    let mut with = at(patient, &tomorrow("10:00"));
    with["provider_id"] = json!(provider);
    let id = book(&owner, with.clone()).await;
    with["appointment_time"] = json!(tomorrow("12:00"));
    book(&owner, with).await;
    // A small move overlaps the appointment's own former time, which is not a conflict.
    let to = |clock: &str, confirmed: Value| json!({ "appointment_time": tomorrow(clock), "confirmed": confirmed });
    owner.patch(&path(id), to("10:15", json!([]))).await.expect(StatusCode::OK);
    let before = clinic.fingerprint().await;
    let asked = owner.patch(&path(id), to("12:15", json!([]))).await.refused(StatusCode::CONFLICT, "unconfirmed");
    let codes: Vec<_> = asked["warnings"].as_array().unwrap().iter().map(|warning| &warning["code"]).collect();
    assert_eq!(codes, ["double_booked", "patient_overlap"]);
    let read = json!(["double_booked", "patient_overlap"]);
    owner.patch(&path(id), to("12:15", read.clone())).await.refused(StatusCode::CONFLICT, "double_booked");
    owner
        .patch(&path(id), json!({ "appointment_time": tomorrow("12:15") }))
        .await
        .refused(StatusCode::CONFLICT, "double_booked");
    assert_eq!(clinic.fingerprint().await, before);
    // A change of the notes needs no confirmation.
    owner.patch(&path(id), json!({ "notes": "Early", "confirmed": [] })).await.expect(StatusCode::OK);

    let mut anyway = to("12:15", read);
    anyway["allow_overlap"] = json!(true);
    let moved = owner.patch(&path(id), anyway).await.expect(StatusCode::OK);
    assert!(moved["booked_anyway_by"].is_string() && moved["booked_anyway_by"] == moved["updated_by"], "{moved}");
    let events = owner.get(&path(id)).await.expect(StatusCode::OK)["events"].clone();
    assert_eq!(events[0]["warnings"], json!(["double_booked", "patient_overlap"]));
    let free = owner.patch(&path(id), to("15:00", json!([]))).await.expect(StatusCode::OK);
    assert_eq!((&free["booked_anyway_by"], &free["allow_overlap"]), (&Value::Null, &json!(false)));
}

#[tokio::test]
async fn a_booking_over_another_says_who_did_it_and_what_was_confirmed() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, provider(&owner).await);
    let mut body = at(patient, &tomorrow("10:00"));
    body["provider_id"] = json!(provider);
    body["allow_overlap"] = json!(true);
    let alone = owner.post("/api/appointments", body.clone()).await.expect(StatusCode::CREATED);
    assert_eq!(alone["booked_anyway_by"], Value::Null, "nobody was booked");
    body["confirmed"] = json!(["patient_overlap"]);
    let over = owner.post("/api/appointments", body).await.expect(StatusCode::CREATED);
    assert!(over["booked_anyway_by"].is_string(), "{over}");
    let events = owner.get(&path(factories::id(&over))).await.expect(StatusCode::OK)["events"].clone();
    assert_eq!(events[0]["warnings"], json!(["double_booked", "patient_overlap"]));
}

#[tokio::test]
async fn of_fifty_concurrent_moves_into_one_slot_one_succeeds() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    let (patient, provider) = (factories::patient(&owner).await, provider(&owner).await);
    let first: chrono::NaiveDate = "2027-07-01".parse().unwrap();
    let mut ids = Vec::new();
    for day in 0..50 {
        let mut body = at(patient, &format!("{}T09:00", first + chrono::TimeDelta::days(day)));
        body["provider_id"] = json!(provider);
        ids.push(book(&owner, body).await);
    }
    let to = json!({ "appointment_time": "2027-10-01T09:00" });
    let moves: Vec<_> = ids
        .iter()
        .map(|id| {
            let (owner, to, path) = (owner.clone(), to.clone(), path(*id));
            tokio::spawn(async move { owner.patch(&path, to).await })
        })
        .collect();
    let mut done = 0;
    for answer in moves {
        let answer = answer.await.unwrap();
        if answer.status == StatusCode::OK {
            done += 1;
        } else {
            answer.refused(StatusCode::CONFLICT, "double_booked");
        }
    }
    assert_eq!(done, 1);
    assert_eq!(clinic.count("{}.appointment where starts_at >= '2027-10-01'").await, 1);
    assert_eq!(clinic.count("{}.appointment_event where kind = 'moved'").await, 1);
}

#[tokio::test]
async fn an_appointment_moves_though_its_service_is_retired_and_its_provider_has_left() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::switch_on(&clinic, "services").await;
    let email = factories::member(&clinic, Role::Provider).await;
    let patient = factories::patient(&owner).await;
    // Another provider than the owner, because the owner cannot leave.
    let provider = factories::member_id(&clinic, &email).await;
    let peel = owner.post("/api/services", json!({ "name": "Peel", "minutes": 50 })).await.expect(StatusCode::CREATED);
    let mut body = at(patient, "2027-07-01T09:00");
    body["service"] = json!("Peel");
    body["provider_id"] = json!(provider);
    let id = book(&owner, body).await;
    owner.post_nothing(&format!("/api/services/{}/retire", factories::id(&peel))).await.expect(StatusCode::OK);
    clinic.plant(&format!("update {{}}.member set status = 'inactive' where id = {provider}")).await;
    let moved = json!({ "appointment_time": "2027-07-01T10:00", "service": "Peel", "provider_id": provider });
    let moved = owner.patch(&path(id), moved).await.expect(StatusCode::OK);
    assert_eq!((&moved["service"], &moved["ends_at"]), (&json!("Peel"), &json!("2027-07-01T14:50:00Z")));
    let other = book(&owner, at(patient, "2027-07-02T09:00")).await;
    owner.patch(&path(other), json!({ "service": "Peel" })).await.refused_field("service");
    owner.patch(&path(other), json!({ "provider_id": provider })).await.refused_field("provider_id");
}

#[tokio::test]
async fn the_appointment_of_a_merged_patient_is_the_survivors() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (kept, gone) = (factories::patient(&owner).await, factories::patient(&owner).await);
    let id = book(&owner, at(gone, "2027-07-01T09:00")).await;
    let merging = json!({ "other_id": gone, "version": 1, "other_version": 1 });
    owner.post(&format!("/api/patients/{kept}/merge"), merging).await.expect(StatusCode::OK);
    let moved = owner.patch(&path(id), json!({ "appointment_time": "2027-07-01T10:00" })).await.expect(StatusCode::OK);
    assert_eq!(moved["patient_id"], kept);
    assert_eq!(factories::audited(&clinic, "member", "appointment.update", &[kept], &[id]).await, 1);
}
