//! A patient answers about a visit by the link in a message.

use axum::http::{Method, StatusCode};
use chrono::{DateTime, TimeDelta, Utc};
use entity::words::Role;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};

/// A clinic, its owner, a patient, the patient's visit in a few days, and the path of the visit's link.
async fn linked() -> (TestClinic, Client, i64, i64, String) {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let visit = booked(&clinic, &owner, patient).await;
    let path = format!("/api/visit/{}", factories::visit_link(&clinic, visit).await);
    (clinic, owner, patient, visit, path)
}

async fn booked(clinic: &TestClinic, owner: &Client, patient: i64) -> i64 {
    let starts_at = (clinic.clock().now() + TimeDelta::days(4)).format("%Y-%m-%dT14:30:00Z").to_string();
    let new =
        json!({ "patient_id": patient, "appointment_time": starts_at, "service": "Botox", "notes": "Numb first" });
    factories::id(&owner.post("/api/appointments", new).await.expect(StatusCode::CREATED))
}

async fn answer(clinic: &TestClinic, path: &str, answer: &str) -> crate::testing::Answer {
    clinic.anonymous().post(path, json!({ "answer": answer })).await
}

async fn read_visit(owner: &Client, visit: i64) -> Value {
    owner.get(&format!("/api/appointments/{visit}")).await.expect(StatusCode::OK)
}

#[tokio::test]
async fn the_page_shows_when_the_visit_is_and_nothing_of_what_is_treated() {
    let (clinic, owner, patient, visit, path) = linked().await;
    let before = clinic.fingerprint().await;
    let answer = clinic.anonymous().get(&path).await;
    for word in ["Botox", "Lindqvist", "Numb", "nora@example.com"] {
        assert!(!answer.text.contains(word), "{}", answer.text);
    }
    let page = answer.expect(StatusCode::OK);
    let starts_at: DateTime<Utc> = page["starts_at"].as_str().unwrap().parse().unwrap();
    let local = starts_at.with_timezone(&chrono_tz::America::New_York);
    assert_eq!(page["date"], local.format("%A, %B %-d, %Y").to_string());
    assert_eq!(page["time"], local.format("%-I:%M %p %Z").to_string());
    assert_eq!((&page["first_name"], &page["status"]), (&json!("Nora"), &json!("Booked")));
    assert_eq!(
        (&page["time_zone"], &page["move_asked"], &page["version"]),
        (&json!("America/New_York"), &json!(false), &json!(1))
    );
    assert_eq!(page["requested"], false);
    assert_eq!(page.as_object().unwrap().len(), 14, "{page}");
    assert_eq!(page["may_move"], false);
    // Link previews read too.
    assert_eq!(clinic.fingerprint().await, before);
    assert_eq!(factories::audited(&clinic, "patient", "portal.visit.open", &[patient], &[visit]).await, 1);
    assert_eq!(read_visit(&owner, visit).await["status"], "Booked");
}

#[tokio::test]
async fn the_page_says_with_whom_the_visit_is_where_and_whom_to_call() {
    let (clinic, owner, _, visit, path) = linked().await;
    let page = clinic.anonymous().get(&path).await.expect(StatusCode::OK);
    assert_eq!((&page["clinic_address"], &page["clinic_phone"]), (&Value::Null, &Value::Null));
    owner.put("/api/gfe-estimate/settings", factories::estimate_settings()).await.expect(StatusCode::OK);
    let member = owner.get("/api/auth/session").await.expect(StatusCode::OK)["member"]["id"].clone();
    clinic.plant(&format!("update {{}}.appointment set provider_id = {member} where id = {visit}")).await;
    let page = clinic.anonymous().get(&path).await.expect(StatusCode::OK);
    assert_eq!(page["clinic_address"], "214 W 18th Street, New York, NY 10011");
    assert_eq!((&page["clinic_phone"], &page["provider"]), (&json!("(212) 555-0100"), &json!("Olive Owner")));
    let confirmed = answer(&clinic, &path, "confirm").await.expect(StatusCode::OK);
    assert_eq!(confirmed["provider"], "Olive Owner");
}

#[tokio::test]
async fn the_visit_can_be_put_into_a_calendar_without_what_is_treated() {
    let (clinic, _, patient, visit, path) = linked().await;
    let answer = clinic.anonymous().get(&format!("{path}/file")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert_eq!(answer.headers["content-type"], "text/calendar; charset=utf-8");
    assert_eq!(answer.headers["content-disposition"], "attachment; filename=\"appointment.ics\"");
    let name = format!("SUMMARY:Appointment at Clinic {}", clinic.provisioned.subdomain.trim_start_matches("clinic"));
    for line in [&name, "STATUS:CONFIRMED", "SEQUENCE:0"] {
        assert!(answer.text.lines().any(|one| one == line), "{line}: {}", answer.text);
    }
    assert!(answer.text.contains("T143000Z") && answer.text.contains(&format!("UID:visit-{visit}@")));
    for word in ["Botox", "Lindqvist", "Nora", "Numb"] {
        assert!(!answer.text.contains(word), "{}", answer.text);
    }
    assert_eq!(factories::audited(&clinic, "patient", "portal.visit.file", &[patient], &[visit]).await, 1);
    clinic
        .anonymous()
        .get(&format!("/api/visit/{}/file", "x".repeat(43)))
        .await
        .refused(StatusCode::NOT_FOUND, "link_invalid");
    clinic.clock().advance(TimeDelta::days(5));
    clinic.anonymous().get(&format!("{path}/file")).await.refused(StatusCode::NOT_FOUND, "link_invalid");
}

#[tokio::test]
async fn the_file_of_a_cancelled_visit_takes_it_out_of_the_calendar_whoever_cancelled_it() {
    let (clinic, owner, patient, _, path) = linked().await;
    answer(&clinic, &path, "cancel").await.expect(StatusCode::OK);
    let by_desk = booked(&clinic, &owner, patient).await;
    let desks = format!("/api/visit/{}", factories::visit_link(&clinic, by_desk).await);
    let cancelled = json!({ "status": "Cancelled", "reason": "Closed" });
    owner.post(&format!("/api/appointments/{by_desk}/status"), cancelled).await.expect(StatusCode::OK);
    for path in [&path, &desks] {
        let file = clinic.anonymous().get(&format!("{path}/file")).await;
        assert_eq!(file.status, StatusCode::OK, "{}", file.text);
        for line in ["METHOD:CANCEL", "STATUS:CANCELLED", "SEQUENCE:1"] {
            assert!(file.text.lines().any(|one| one == line), "{line}: {}", file.text);
        }
    }
    // The link answers for nothing else.
    clinic.anonymous().get(&path).await.refused(StatusCode::NOT_FOUND, "link_invalid");
}

#[tokio::test]
async fn a_link_that_answered_too_often_gives_no_file() {
    let (clinic, _, _, _, path) = linked().await;
    for _ in 0..10 {
        answer(&clinic, &path, "reschedule").await.expect(StatusCode::OK);
    }
    clinic.anonymous().get(&format!("{path}/file")).await.refused(StatusCode::NOT_FOUND, "link_invalid");
}

#[tokio::test]
async fn confirming_is_a_step_of_the_appointment_and_can_be_repeated() {
    let (clinic, owner, patient, visit, path) = linked().await;
    let first = answer(&clinic, &path, "confirm").await.expect(StatusCode::OK);
    assert_eq!((&first["status"], &first["version"]), (&json!("Confirmed"), &json!(2)));
    assert_eq!(answer(&clinic, &path, "confirm").await.expect(StatusCode::OK), first);
    let row = read_visit(&owner, visit).await;
    assert_eq!((&row["status"], &row["updated_by"]), (&json!("Confirmed"), &json!("The patient, by link")));
    let events = row["events"].as_array().unwrap();
    assert_eq!(events.len(), 2);
    assert_eq!(
        (&events[0]["actor_name"], &events[0]["from_status"], &events[0]["to_status"]),
        (&json!("The patient, by link"), &json!("Booked"), &json!("Confirmed"))
    );
    assert_eq!(factories::audited(&clinic, "patient", "portal.visit.answer", &[patient], &[visit]).await, 2);
}

#[tokio::test]
async fn asking_for_another_time_leaves_the_visit_and_marks_it_until_it_is_settled() {
    let (clinic, owner, _, visit, path) = linked().await;
    let asked = json!({ "answer": "reschedule", "note": "Any morning" });
    let page = clinic.anonymous().post(&path, asked).await.expect(StatusCode::OK);
    assert_eq!((&page["status"], &page["move_asked"]), (&json!("Booked"), &json!(true)));
    let row = read_visit(&owner, visit).await;
    assert!(row["move_asked_at"].is_string(), "{row}");
    assert_eq!(
        (&row["events"][0]["kind"], &row["events"][0]["reason"]),
        (&json!("changed"), &json!("Asked for another time: Any morning"))
    );
    // Only members who see the patient can read the note and the wish.
    let staff = clinic.signed_in_as(Role::Staff).await;
    let limited = read_visit(&staff, visit).await;
    assert_eq!((&limited["move_asked_at"], &limited["events"][0]["reason"]), (&Value::Null, &Value::Null));
    let moved = json!({ "appointment_time": "2027-07-01T09:30" });
    let row = owner.patch(&format!("/api/appointments/{visit}"), moved).await.expect(StatusCode::OK);
    assert_eq!(row["move_asked_at"], Value::Null);
    clinic.anonymous().post(&path, json!({ "answer": "reschedule" })).await.expect(StatusCode::OK);
    assert_eq!(answer(&clinic, &path, "confirm").await.expect(StatusCode::OK)["move_asked"], false);
    assert_eq!(read_visit(&owner, visit).await["move_asked_at"], Value::Null);
}

#[tokio::test]
async fn cancelling_uses_the_link_up_and_says_who_cancelled() {
    let (clinic, owner, _, visit, path) = linked().await;
    let page = clinic.anonymous().post(&path, json!({ "answer": "cancel", "note": "A cold" })).await;
    assert_eq!(page.expect(StatusCode::OK)["status"], "Cancelled");
    let row = read_visit(&owner, visit).await;
    assert_eq!((&row["status"], &row["cancel_reason"]), (&json!("Cancelled"), &json!("Cancelled by the patient")));
    assert_eq!(row["events"][0]["reason"], "Cancelled by the patient: A cold");
    let before = clinic.fingerprint().await;
    clinic.anonymous().get(&path).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    answer(&clinic, &path, "confirm").await.refused(StatusCode::NOT_FOUND, "link_invalid");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn wrong_used_and_expired_links_are_answered_alike() {
    let (clinic, owner, patient, _, expired) = linked().await;
    let used = booked(&clinic, &owner, patient).await;
    let used = format!("/api/visit/{}", factories::visit_link(&clinic, used).await);
    answer(&clinic, &used, "cancel").await.expect(StatusCode::OK);
    let other = TestClinic::new().await;
    let elsewhere = expired.clone();
    let unknown = format!("/api/visit/{}", "x".repeat(43));
    clinic.clock().advance(TimeDelta::days(5));
    let mut answers = Vec::new();
    for path in [expired.as_str(), &used, &unknown, "/api/visit/short"] {
        for given in [clinic.anonymous().get(path).await, answer(&clinic, path, "confirm").await] {
            answers.push((given.text.clone(), given.refused(StatusCode::NOT_FOUND, "link_invalid")));
        }
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    other.anonymous().get(&elsewhere).await.refused(StatusCode::NOT_FOUND, "link_invalid");
}

#[tokio::test]
async fn what_the_staff_may_not_do_the_patient_may_not_either() {
    let (clinic, owner, _, visit, path) = linked().await;
    let status = format!("/api/appointments/{visit}/status");
    owner.post(&status, json!({ "status": "Arrived" })).await.expect(StatusCode::OK);
    let before = clinic.fingerprint().await;
    for given in ["confirm", "reschedule", "cancel"] {
        answer(&clinic, &path, given).await.refused(StatusCode::CONFLICT, "appointment_is_over");
    }
    answer(&clinic, &path, "arrive").await.refused_field("answer");
    let long = json!({ "answer": "cancel", "note": "x".repeat(151) });
    clinic.anonymous().post(&path, long).await.refused_field("note");
    let body = json!({ "answer": "confirm" });
    let stale = clinic.anonymous().send_from_version(1, Method::POST, &path, Some(&body)).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    assert_eq!(clinic.fingerprint().await, before);
    owner.post(&status, json!({ "status": "Confirmed" })).await.expect(StatusCode::OK);
    owner.post(&status, json!({ "status": "Cancelled", "reason": "Closed" })).await.expect(StatusCode::OK);
    assert_eq!(clinic.anonymous().get(&path).await.expect(StatusCode::OK)["status"], "Cancelled");
    answer(&clinic, &path, "confirm").await.refused(StatusCode::CONFLICT, "appointment_is_over");
}

#[tokio::test]
async fn a_link_takes_ten_answers() {
    let (clinic, _, _, visit, path) = linked().await;
    for _ in 0..10 {
        answer(&clinic, &path, "reschedule").await.expect(StatusCode::OK);
    }
    answer(&clinic, &path, "reschedule").await.refused(StatusCode::NOT_FOUND, "link_invalid");
    assert_eq!(clinic.count(&format!("{{}}.appointment_event where appointment_id = {visit}")).await, 11);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_who_cancel_at_once_one_does() {
    let (clinic, _, _, visit, path) = linked().await;
    let answers = join_all((0..12).map(|_| answer(&clinic, &path, "cancel"))).await;
    let done = answers.iter().filter(|answer| answer.status == StatusCode::OK).count();
    assert_eq!(done, 1);
    assert_eq!(clinic.count(&format!("{{}}.appointment_event where appointment_id = {visit}")).await, 2);
}
