use axum::http::StatusCode;
use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::testing::{Client, PASSWORD, TestClinic, factories};
use base::permission::Role;

const PATH: &str = "/api/emergency-access";

/// A clinic with a patient who has a record, its owner, who is a Medical Director, and a receptionist.
async fn setting() -> (TestClinic, Client, Client, i64) {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    factories::treatment(&owner, patient).await;
    let event = owner.post("/api/adverse-events", factories::adverse_event(patient)).await.expect(StatusCode::CREATED);
    let correction = json!({ "reason": "Graded too high", "text": "It was small", "severity": "mild" });
    let path = format!("/api/adverse-events/{}/corrections", factories::id(&event));
    owner.post(&path, correction).await.expect(StatusCode::OK);
    let allergies = json!({ "answer": "listed", "entries": [{ "name": "Lidocaine" }] });
    owner.put(&format!("/api/patients/{patient}/clinical/allergies"), allergies).await.expect(StatusCode::CREATED);
    let desk = clinic.signed_in_as(Role::Receptionist).await;
    (clinic, owner, desk, patient)
}

fn request(patient: i64) -> Value {
    json!({ "patient_id": patient, "reason": "Collapsed in the waiting room" })
}

async fn open(client: &Client, patient: i64) -> Value {
    client.post(PATH, request(patient)).await.expect(StatusCode::CREATED)
}

fn record_of(patient: i64) -> String {
    format!("/api/patients/{patient}/emergency-record")
}

/// The mails about emergency accesses.
async fn notices(clinic: &TestClinic) -> Vec<String> {
    factories::mails(clinic).await.into_iter().filter(|mail| mail.contains("by emergency access")).collect()
}

/// Lets time pass without the session expiring.
async fn pass(clinic: &TestClinic, client: &Client, minutes: i64) {
    for _ in 0..minutes / 12 {
        clinic.clock().advance(TimeDelta::minutes(12));
        client.get("/api/clinic/modules").await.expect(StatusCode::OK);
    }
    clinic.clock().advance(TimeDelta::minutes(minutes % 12));
}

#[tokio::test]
async fn a_record_is_read_for_an_hour_and_every_reading_is_audited() {
    let (clinic, _, desk, patient) = setting().await;
    desk.get(&record_of(patient)).await.refused(StatusCode::CONFLICT, "no_emergency_access");
    let access = factories::id(&open(&desk, patient).await);
    let record = desk.get(&record_of(patient)).await.expect(StatusCode::OK);
    assert_eq!((&record["first_name"], &record["access_id"]), (&json!("Nora"), &json!(access)));
    assert_eq!(record["answers"][0]["entries"][0]["name"], "Lidocaine");
    assert_eq!(record["treatments"][0]["treatment_type"], "Botox");
    assert!(record["exam"]["id"].is_number(), "{record}");
    let events = record["adverse_events"].as_array().unwrap();
    assert_eq!((events.len(), &events[0]["severity"]), (1, &json!("mild")), "as it was corrected: {record}");
    assert_eq!(factories::audited(&clinic, "member", "emergency.open", &[patient], &[access]).await, 1);
    assert_eq!(factories::audited(&clinic, "member", "emergency.read", &[patient], &[access]).await, 1);
    // The access opens nothing else, and changes nothing.
    desk.get(&format!("/api/gfe/{patient}")).await.refused(StatusCode::FORBIDDEN, "forbidden");
    desk.get(&format!("/api/patients/{patient}/clinical")).await.refused(StatusCode::FORBIDDEN, "forbidden");
    desk.get(&format!("/api/treatments?patientId={patient}")).await.refused(StatusCode::FORBIDDEN, "forbidden");
    pass(&clinic, &desk, 59).await;
    desk.get(&record_of(patient)).await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::minutes(1));
    desk.get(&record_of(patient)).await.refused(StatusCode::CONFLICT, "no_emergency_access");
    assert_eq!(clinic.count("{}.audit where action = 'emergency.read' and outcome = 'denied'").await, 2);
}

#[tokio::test]
async fn it_is_for_one_patient_and_one_member_and_can_be_ended() {
    let (clinic, owner, desk, patient) = setting().await;
    let other = factories::patient(&owner).await;
    let access = factories::id(&open(&desk, patient).await);
    desk.get(&record_of(other)).await.refused(StatusCode::CONFLICT, "no_emergency_access");
    let colleague = clinic.signed_in_as(Role::Staff).await;
    colleague.get(&record_of(patient)).await.refused(StatusCode::CONFLICT, "no_emergency_access");
    let end = format!("{PATH}/{access}/end");
    colleague.post_nothing(&end).await.refused(StatusCode::NOT_FOUND, "not_found");
    desk.get(&record_of(patient)).await.expect(StatusCode::OK);
    desk.post_nothing(&end).await.expect(StatusCode::NO_CONTENT);
    desk.get(&record_of(patient)).await.refused(StatusCode::CONFLICT, "no_emergency_access");
    desk.post_nothing(&end).await.expect(StatusCode::NO_CONTENT);
    let listed = owner.get(PATH).await.expect(StatusCode::OK);
    assert_ne!(listed[0]["ends_at"], Value::Null, "{listed}");
    assert_eq!(clinic.count("{}.emergency_access where ended_at is not null").await, 1);
}

#[tokio::test]
async fn the_record_of_a_person_is_opened_whichever_number_it_had() {
    let (_clinic, owner, desk, patient) = setting().await;
    let twin = factories::patient(&owner).await;
    let merging = json!({ "other_id": patient, "version": 1, "other_version": 1 });
    owner.post(&format!("/api/patients/{twin}/merge"), merging).await.expect(StatusCode::OK);
    open(&desk, patient).await;
    for id in [patient, twin] {
        let record = desk.get(&record_of(id)).await.expect(StatusCode::OK);
        assert_eq!(record["treatments"].as_array().unwrap().len(), 1, "{record}");
    }
}

/// A merge adds another person's chart, for which nobody gave a reason.
#[tokio::test]
async fn what_is_merged_into_an_opened_record_is_not_opened_with_it() {
    let (clinic, owner, desk, patient) = setting().await;
    let other = factories::patient(&owner).await;
    open(&desk, other).await;
    desk.get(&record_of(other)).await.expect(StatusCode::OK);
    let merging = json!({ "other_id": patient, "version": 1, "other_version": 1 });
    owner.post(&format!("/api/patients/{other}/merge"), merging).await.expect(StatusCode::OK);
    for id in [patient, other] {
        desk.get(&record_of(id)).await.refused(StatusCode::CONFLICT, "no_emergency_access");
    }
    // With its own reason the merged record is opened, and counted.
    open(&desk, other).await;
    desk.get(&record_of(other)).await.expect(StatusCode::OK);
    assert_eq!(clinic.count("{}.emergency_access").await, 2);
    // An access from before the ids were stored opens only the patient's own id.
    clinic.plant("update {}.emergency_access set patient_ids = null").await;
    desk.get(&record_of(other)).await.refused(StatusCode::CONFLICT, "no_emergency_access");
}

#[tokio::test]
async fn of_fifteen_accesses_at_once_ten_are_opened() {
    let (clinic, owner, desk, _) = setting().await;
    let mut patients = Vec::new();
    for _ in 0..15 {
        patients.push(factories::patient(&owner).await);
    }
    let opened = join_all(patients.iter().map(|patient| desk.post(PATH, request(*patient)))).await;
    assert_eq!(opened.iter().filter(|answer| answer.status == StatusCode::CREATED).count(), 10);
    assert_eq!(clinic.count("{}.emergency_access").await, 10);
}

/// Otherwise a Practice Manager could take home every chart of the clinic, one by one, and no director would know.
#[tokio::test]
async fn an_export_by_somebody_who_does_not_read_charts_counts_and_is_told() {
    let (clinic, owner, _, patient) = setting().await;
    let manager = clinic.signed_in_as(Role::PracticeManager).await;
    let exports = |patient: i64| format!("/api/patients/{patient}/exports");
    owner.post(&exports(patient), json!({})).await.expect(StatusCode::CREATED);
    assert_eq!(clinic.count("{}.emergency_access").await, 0, "a director reads the record anyway");
    manager.post(&exports(patient), json!({})).await.expect(StatusCode::CREATED);
    let mails = factories::mails(&clinic).await;
    let told =
        |mail: &&String| mail.contains("owner@clinic.example") && mail.contains("exported a client's whole record");
    assert_eq!(mails.iter().filter(told).count(), 1, "{mails:?}");
    let listed = owner.get(PATH).await.expect(StatusCode::OK);
    assert_eq!(
        (&listed[0]["reason"], &listed[0]["patient_id"]),
        (&json!("Exported the whole record"), &json!(patient))
    );
    // An export opens nothing on the screen.
    manager.get(&record_of(patient)).await.refused(StatusCode::CONFLICT, "no_emergency_access");
    for _ in 0..9 {
        let other = factories::patient(&owner).await;
        manager.post(&exports(other), json!({})).await.expect(StatusCode::CREATED);
    }
    let (one_more, before) = (factories::patient(&owner).await, clinic.count("{}.document").await);
    manager.post(&exports(one_more), json!({})).await.refused(StatusCode::CONFLICT, "too_many");
    manager.post(PATH, request(one_more)).await.refused(StatusCode::CONFLICT, "too_many");
    assert_eq!(clinic.count("{}.document").await, before);
}

#[tokio::test]
async fn every_director_is_told_at_once_and_nobodys_data_is_in_the_mail() {
    let (clinic, owner, desk, patient) = setting().await;
    open(&desk, patient).await;
    let mails = notices(&clinic).await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert!(mails[0].contains("by emergency access"), "{}", mails[0]);
    for secret in ["Nora", "Lindqvist", "Robin", "Collapsed"] {
        assert!(!mails[0].contains(secret), "{secret}: {}", mails[0]);
    }
    let shown = owner.get("/api/dashboard").await.expect(StatusCode::OK);
    assert_eq!(shown["emergency"][0]["patient_name"], "Nora Lindqvist", "{shown}");
    assert_eq!(desk.get("/api/dashboard").await.expect(StatusCode::OK)["emergency"], json!([]));
}

#[tokio::test]
async fn who_opens_it_again_within_the_hour_has_the_same_one() {
    let (clinic, _, desk, patient) = setting().await;
    let both = join_all([desk.post(PATH, request(patient)), desk.post(PATH, request(patient))]).await;
    let ids: Vec<_> = both.iter().map(|answer| factories::id(&answer.json())).collect();
    assert_eq!(ids[0], ids[1]);
    assert_eq!(clinic.count("{}.emergency_access").await, 1);
    assert_eq!(notices(&clinic).await.len(), 1);
}

#[tokio::test]
async fn it_needs_a_reason_a_proof_and_a_director_who_is_told() {
    let (clinic, owner, desk, patient) = setting().await;
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    let before = clinic.fingerprint().await;
    desk.post(PATH, json!({ "patient_id": patient })).await.refused_field("reason");
    desk.post(PATH, request(999_999_999)).await.refused(StatusCode::NOT_FOUND, "not_found");
    owner.post(PATH, request(patient)).await.refused(StatusCode::CONFLICT, "not_needed");
    nurse.post(PATH, request(patient)).await.refused(StatusCode::FORBIDDEN, "forbidden");
    pass(&clinic, &desk, 16).await;
    desk.post(PATH, request(patient)).await.refused(StatusCode::FORBIDDEN, "proof_required");
    desk.post("/api/auth/prove", json!({ "password": PASSWORD })).await.expect(StatusCode::OK);
    clinic.plant("update {}.member set role = 'Provider' where is_owner").await;
    desk.post(PATH, request(patient)).await.refused(StatusCode::CONFLICT, "no_director");
    clinic.plant("update {}.member set role = 'Medical Director' where is_owner").await;
    assert_eq!(clinic.fingerprint().await, before);
    let neighbour = clinic.server.clinic().await;
    let stranger = factories::patient(&neighbour.owner().await).await;
    desk.post(PATH, request(stranger)).await.refused(StatusCode::NOT_FOUND, "not_found");
}

#[tokio::test]
async fn a_member_opens_ten_records_within_a_day() {
    let (clinic, _, desk, patient) = setting().await;
    open(&desk, patient).await;
    let more =
        "insert into {}.emergency_access (patient_id, member_id, member_name, member_role, reason, opened_at, ends_at)
         select patient_id, member_id, member_name, member_role, reason, opened_at - interval '2 hours',
            ends_at - interval '2 hours' from {}.emergency_access, generate_series(1, 9)";
    clinic.plant(more).await;
    clinic.plant("update {}.emergency_access set ended_at = opened_at").await;
    desk.post(PATH, request(patient)).await.refused(StatusCode::CONFLICT, "too_many");
    let day = "interval '24 hours'";
    clinic
        .plant(&format!(
            "update {{}}.emergency_access set opened_at = opened_at - {day}, ends_at = ends_at - {day}, ended_at = null"
        ))
        .await;
    open(&desk, patient).await;
}

#[tokio::test]
async fn a_director_says_once_whether_it_was_justified_and_never_of_ones_own() {
    let (clinic, owner, desk, patient) = setting().await;
    let access = factories::id(&open(&desk, patient).await);
    let assess = format!("{PATH}/{access}/assessment");
    desk.post(&assess, json!({ "assessment": "justified" })).await.refused(StatusCode::FORBIDDEN, "forbidden");
    let refused = owner.post(&assess, json!({ "assessment": "not_justified" })).await.refused_field("note");
    assert_eq!(refused, "Please write why it was not justified");
    clinic.plant("update {}.emergency_access set member_id = (select id from {}.member where is_owner)").await;
    owner.post(&assess, json!({ "assessment": "justified" })).await.refused(StatusCode::CONFLICT, "own");
    clinic
        .plant("update {}.emergency_access set member_id = (select id from {}.member where role = 'Receptionist')")
        .await;
    let note = json!({ "assessment": "not_justified", "note": "Nobody had collapsed" });
    let assessed = owner.post(&assess, note).await.expect(StatusCode::OK);
    assert_eq!((&assessed["assessment"], &assessed["assessed_by"]), (&json!("not_justified"), &json!("Olive Owner")));
    owner.post(&assess, json!({ "assessment": "justified" })).await.refused(StatusCode::CONFLICT, "already_assessed");
    assert_eq!(owner.get("/api/dashboard").await.expect(StatusCode::OK)["emergency"], json!([]));
    let listed = owner.get(PATH).await.expect(StatusCode::OK);
    assert_eq!(listed[0]["assessment_note"], "Nobody had collapsed", "{listed}");
    assert_eq!(listed[0]["reason"], "Collapsed in the waiting room");
    assert_eq!(factories::audited(&clinic, "member", "emergency.assess", &[patient], &[access]).await, 1);
}
