use axum::http::{Method, StatusCode};
use chrono::{Days, NaiveDate, TimeDelta};
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

const FOLLOW_UPS: &str = "/api/follow-ups";

/// The clinic's own date.
fn today(clinic: &TestClinic) -> NaiveDate {
    clinic.clock().now().with_timezone(&chrono_tz::America::New_York).date_naive()
}

/// A clinic that follows up on Botox after five days; its owner, a patient, and a visit of today that was completed.
async fn followed() -> (TestClinic, Client, i64, i64) {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::switch_on(&clinic, "services").await;
    let patient = factories::patient(&owner).await;
    let services = owner.get("/api/services").await.expect(StatusCode::OK);
    assert_eq!(services[0]["name"], "Botox");
    let path = format!("/api/messages/services/{}", services[0]["id"]);
    owner.put(&path, json!({ "reminder": true, "follow_up_days": 5 })).await.expect(StatusCode::OK);
    let visit = book(&clinic, &owner, patient, "Botox", 0).await;
    complete(&owner, visit).await;
    (clinic, owner, patient, visit)
}

async fn book(clinic: &TestClinic, owner: &Client, patient: i64, service: &str, days: u64) -> i64 {
    let at = format!("{}T10:00", today(clinic) + Days::new(days));
    let new = json!({ "patient_id": patient, "appointment_time": at, "service": service });
    factories::id(&owner.post("/api/appointments", new).await.expect(StatusCode::CREATED))
}

async fn set(client: &Client, visit: i64, status: &str) {
    client.post(&format!("/api/appointments/{visit}/status"), json!({ "status": status })).await.expect(StatusCode::OK);
}

async fn complete(client: &Client, visit: i64) {
    set(client, visit, "Arrived").await;
    set(client, visit, "Completed").await;
}

async fn open(client: &Client) -> Vec<Value> {
    client.get(FOLLOW_UPS).await.expect(StatusCode::OK).as_array().unwrap().clone()
}

async fn done(client: &Client) -> Vec<Value> {
    client.get("/api/follow-ups?done=true").await.expect(StatusCode::OK).as_array().unwrap().clone()
}

#[tokio::test]
async fn a_completed_visit_is_followed_up_as_many_days_later_as_its_service_says() {
    let (clinic, owner, patient, visit) = followed().await;
    let list = open(&owner).await;
    let [row] = &list[..] else { panic!("one: {list:?}") };
    assert_eq!(
        [&row["patient_id"], &row["appointment_id"], &row["service"], &row["last_name"], &row["due_on"]],
        [&json!(patient), &json!(visit), &json!("Botox"), &json!("Lindqvist"), &json!(today(&clinic) + Days::new(5))]
    );
    assert_eq!((&row["done_at"], &row["note"], &row["version"]), (&Value::Null, &Value::Null, &json!(1)));
    assert_eq!(factories::audited(&clinic, "member", "follow_up.list", &[patient], &[]).await, 1);
    // Neither a service without a number of days nor a visit that is not completed gets a follow-up.
    let other = book(&clinic, &owner, patient, "Consultation", 1).await;
    complete(&owner, other).await;
    book(&clinic, &owner, patient, "Botox", 2).await;
    // A follow-up due in more than two weeks is not listed yet.
    let later = book(&clinic, &owner, patient, "Botox", 10).await;
    complete(&owner, later).await;
    assert_eq!(open(&owner).await.len(), 1);
    clinic.clock().advance(TimeDelta::days(2));
    assert_eq!(open(&clinic.owner().await).await.len(), 2);
}

#[tokio::test]
async fn a_visit_that_is_reopened_is_not_followed_up_unless_that_was_done() {
    let (clinic, owner, _, visit) = followed().await;
    set(&owner, visit, "In room").await;
    assert_eq!(open(&owner).await, Vec::<Value>::new());
    set(&owner, visit, "Completed").await;
    let row = open(&owner).await.remove(0);
    owner.patch(&format!("{FOLLOW_UPS}/{}", row["id"]), json!({ "done": true })).await.expect(StatusCode::OK);
    set(&owner, visit, "In room").await;
    set(&owner, visit, "Completed").await;
    assert_eq!((open(&owner).await.len(), done(&owner).await.len()), (0, 1));
    assert_eq!(clinic.count("{}.follow_up").await, 1);
}

#[tokio::test]
async fn a_follow_up_is_completed_with_who_and_when_and_reopened() {
    let (clinic, owner, patient, _) = followed().await;
    let id = factories::id(&open(&owner).await[0]);
    let path = format!("{FOLLOW_UPS}/{id}");
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    let change = json!({ "done": true, "note": "Feels well" });
    let ticked = nurse.send_from_version(1, Method::PATCH, &path, Some(&change)).await.expect(StatusCode::OK);
    assert_eq!((&ticked["done_by"], &ticked["note"]), (&json!("Robin Nurse"), &json!("Feels well")));
    assert!(ticked["done_at"].is_string(), "{ticked}");
    assert_eq!((open(&owner).await.len(), &done(&owner).await[0]), (0, &ticked));
    let stale = owner.send_from_version(1, Method::PATCH, &path, Some(&json!({ "done": false }))).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    // Completing it again keeps who did it.
    let again = owner.patch(&path, json!({ "done": true })).await.expect(StatusCode::OK);
    assert_eq!((&again["done_by"], &again["done_at"]), (&ticked["done_by"], &ticked["done_at"]));
    let back = owner.patch(&path, json!({ "done": false })).await.expect(StatusCode::OK);
    assert_eq!((&back["done_at"], &back["done_by"], &back["note"]), (&Value::Null, &Value::Null, &json!("Feels well")));
    assert_eq!(open(&owner).await.len(), 1);
    owner.patch(&path, json!({ "note": null })).await.expect(StatusCode::OK);
    assert_eq!(open(&owner).await[0]["note"], Value::Null);
    assert_eq!(factories::audited(&clinic, "member", "follow_up.update", &[patient], &[id]).await, 4);
    assert_eq!(clinic.count("{}.audit where detail::text like '%Feels well%'").await, 0);
    // A follow-up done long ago leaves the list.
    owner.patch(&path, json!({ "done": true })).await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::days(31));
    assert_eq!(done(&clinic.owner().await).await, Vec::<Value>::new());
}

#[tokio::test]
async fn wrong_changes_are_refused_and_an_archived_patient_is_left_alone() {
    let (clinic, owner, patient, _) = followed().await;
    let path = format!("{FOLLOW_UPS}/{}", open(&owner).await[0]["id"]);
    let before = clinic.fingerprint().await;
    owner.patch(&path, json!({ "done": "perhaps" })).await.refused_field("done");
    owner.patch(&path, json!({ "note": "x".repeat(201) })).await.refused_field("note");
    owner.patch(&format!("{FOLLOW_UPS}/1"), json!({ "done": true })).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.fingerprint().await, before);
    let staff = clinic.signed_in_as(Role::Staff).await;
    staff.get(FOLLOW_UPS).await.refused(StatusCode::FORBIDDEN, "forbidden");
    staff.patch(&path, json!({ "done": true })).await.refused(StatusCode::FORBIDDEN, "forbidden");
    clinic.plant(&format!("update {{}}.patient set archived_at = now() where id = {patient}")).await;
    assert_eq!(open(&owner).await, Vec::<Value>::new());
}

#[tokio::test]
async fn the_clinics_days_count_where_the_service_has_none() {
    let (clinic, owner, patient, _) = followed().await;
    assert_eq!(open(&owner).await.len(), 1);
    let services = owner.get("/api/services").await.expect(StatusCode::OK);
    let path = format!("/api/messages/services/{}", services[0]["id"]);
    let both = json!({ "reminder": true, "follow_up_days": 5, "no_follow_up": true });
    owner.put(&path, both).await.refused_field("follow_up_days");
    let mut settings = factories::message_settings();
    settings["follow_up_days"] = json!(0);
    owner.put("/api/messages/settings", settings.clone()).await.refused_field("follow_up_days");
    settings["enabled"] = json!(false);
    settings["follow_up_days"] = json!(14);
    owner.put("/api/messages/settings", settings).await.expect(StatusCode::OK);
    let due = async || {
        let mut days: Vec<_> =
            open(&owner).await.iter().map(|row| row["due_on"].as_str().unwrap().to_owned()).collect();
        days.sort();
        days
    };
    let day = |days| (today(&clinic) + Days::new(days)).to_string();
    // The service's number of days takes precedence over the clinic's.
    let visit = book(&clinic, &owner, patient, "Botox", 0).await;
    complete(&owner, visit).await;
    assert_eq!(due().await, [day(5), day(5)]);
    owner.put(&path, json!({ "reminder": true })).await.expect(StatusCode::OK);
    let visit = book(&clinic, &owner, patient, "Botox", 0).await;
    complete(&owner, visit).await;
    assert_eq!(due().await, [day(5), day(5), day(14)]);
    owner.put(&path, json!({ "reminder": true, "no_follow_up": true })).await.expect(StatusCode::OK);
    let visit = book(&clinic, &owner, patient, "Botox", 0).await;
    complete(&owner, visit).await;
    assert_eq!(due().await.len(), 3);
}
