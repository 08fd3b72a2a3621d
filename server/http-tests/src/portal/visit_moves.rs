//! A patient moves her visit to a free time, if the clinic allows that.

use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use entity::words::Role;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::{
    online_booking::plant_hold,
    testing::{Client, TestClinic, factories},
};

const SETTINGS: &str = "/api/booking/settings";

/// A clinic that lets patients move their visits, its owner, a provider, a patient, her visit with that provider in four days,
/// and the path of the visit's link.
struct Moving {
    clinic: TestClinic,
    owner: Client,
    provider: i64,
    patient: i64,
    visit: i64,
    path: String,
}

impl Moving {
    async fn new() -> Self {
        let clinic = TestClinic::new().await;
        let owner = clinic.owner().await;
        factories::member(&clinic, Role::Provider).await;
        let provider =
            clinic.rows("select id from {}.member where role = 'Provider'").await[0].try_get("", "id").unwrap();
        factories::switch_on(&clinic, "online_booking").await;
        let patient = factories::patient(&owner).await;
        let mut new = Self { clinic, owner, provider, patient, visit: 0, path: String::new() };
        new.allow(json!(true)).await;
        new.visit = new.book(4).await;
        new.path = format!("/api/visit/{}", factories::visit_link(&new.clinic, new.visit).await);
        new
    }

    async fn allow(&self, value: Value) {
        let mut settings = factories::booking_settings();
        settings["patients_move"] = value;
        self.owner.put(SETTINGS, settings).await.expect(StatusCode::OK);
    }

    async fn book(&self, days: i64) -> i64 {
        let day = (self.clinic.clock().now() + TimeDelta::days(days)).format("%Y-%m-%d");
        let new = json!({
            "patient_id": self.patient, "appointment_time": format!("{day}T14:30:00Z"), "provider_id": self.provider,
        });
        factories::id(&self.owner.post("/api/appointments", new).await.expect(StatusCode::CREATED))
    }

    async fn times(&self) -> Vec<String> {
        let found = self.clinic.anonymous().get(&format!("{}/times", self.path)).await.expect(StatusCode::OK);
        found["times"].as_array().unwrap().iter().map(|time| time.as_str().unwrap().to_owned()).collect()
    }

    async fn go(&self, version: i32, starts_at: &str) -> crate::testing::Answer {
        let body = json!({ "starts_at": starts_at });
        let path = format!("{}/move", self.path);
        self.clinic.anonymous().send_from_version(version, Method::POST, &path, Some(&body)).await
    }

    async fn row(&self) -> Value {
        self.owner.get(&format!("/api/appointments/{}", self.visit)).await.expect(StatusCode::OK)
    }

    async fn may_move(&self) -> Value {
        self.clinic.anonymous().get(&self.path).await.expect(StatusCode::OK)["may_move"].clone()
    }
}

#[tokio::test]
async fn a_patient_moves_her_visit_to_a_free_time_in_one_act() {
    let moving = Moving::new().await;
    moving.owner.put("/api/messages/settings", factories::message_settings()).await.expect(StatusCode::OK);
    assert_eq!(factories::mails(&moving.clinic).await.len(), 0);
    let asked = json!({ "answer": "reschedule" });
    moving.clinic.anonymous().post(&moving.path, asked).await.expect(StatusCode::OK);
    assert_eq!(moving.may_move().await, true);
    let times = moving.times().await;
    // The times of online booking with her provider, without her own time.
    let query = format!("/api/book/slots?service=Botox&provider_id={}", moving.provider);
    let online = moving.clinic.anonymous().get(&query).await.expect(StatusCode::OK);
    assert_eq!(json!(times), online["times"]);
    // Not the first time: counted from the minutes of this test, it would be too near to be moved again.
    let chosen = times.last().unwrap();
    let page = moving.go(2, chosen).await.expect(StatusCode::OK);
    assert_eq!((&page["starts_at"], &page["move_asked"], &page["version"]), (&json!(chosen), &json!(false), &json!(3)));
    let row = moving.row().await;
    assert_eq!(
        (&row["starts_at"], &row["provider_id"], &row["status"], &row["updated_by"]),
        (&json!(chosen), &json!(moving.provider), &json!("Booked"), &json!("The patient, by link"))
    );
    assert_eq!(row["move_asked_at"], Value::Null);
    assert_eq!(
        (&row["events"][0]["kind"], &row["events"][0]["actor_name"]),
        (&json!("moved"), &json!("The patient, by link"))
    );
    let (patient, visit) = (moving.patient, moving.visit);
    assert_eq!(factories::audited(&moving.clinic, "patient", "portal.visit.move", &[patient], &[visit]).await, 1);
    moving.clinic.clock().advance(TimeDelta::minutes(4));
    let mails = factories::mails(&moving.clinic).await;
    assert!(mails.len() == 1 && mails[0].contains("has a new time"), "{mails:?}");
    // Her former time is free again, and her present one is not.
    let times = moving.times().await;
    assert!(!times.contains(&page["starts_at"].as_str().unwrap().to_owned()));
}

#[tokio::test]
async fn a_clinic_that_does_not_allow_it_is_asked_as_before() {
    let moving = Moving::new().await;
    let first = moving.times().await[0].clone();
    let refused = async |why: &str| {
        assert_eq!(moving.may_move().await, false, "{why}");
        let before = moving.clinic.fingerprint().await;
        let times = moving.clinic.anonymous().get(&format!("{}/times", moving.path)).await;
        times.refused(StatusCode::CONFLICT, "ask_the_clinic");
        moving.go(1, &first).await.refused(StatusCode::CONFLICT, "ask_the_clinic");
        assert_eq!(moving.clinic.fingerprint().await, before, "{why}");
    };
    moving.allow(json!(false)).await;
    refused("it is off").await;
    moving.allow(json!(true)).await;
    let modules = "update {}.clinic_module set is_on = false where module = 'online_booking'";
    moving.clinic.plant(modules).await;
    refused("the module is off").await;
    moving.clinic.plant(&modules.replace("false", "true")).await;
    let mut settings = factories::booking_settings();
    settings["member_ids"] = json!([]);
    moving.owner.put(SETTINGS, settings.clone()).await.expect(StatusCode::OK);
    refused("her provider is not booked online").await;
    settings["member_ids"] = Value::Null;
    settings["lead_hours"] = json!(120);
    moving.owner.put(SETTINGS, settings).await.expect(StatusCode::OK);
    refused("it is too soon").await;
    moving.allow(json!(true)).await;
    let requested = format!("update {{}}.appointment set requested_at = now() where id = {}", moving.visit);
    moving.clinic.plant(&requested).await;
    refused("the clinic has not answered").await;
}

#[tokio::test]
async fn a_time_that_is_not_free_for_her_is_refused_and_the_visit_stays() {
    let moving = Moving::new().await;
    let times = moving.times().await;
    // Booked by the desk; held by another visitor; her own other visit with another provider; no such time; no time at all.
    let desk = json!({ "patient_id": moving.patient, "appointment_time": times[0], "provider_id": moving.provider });
    moving.owner.post("/api/appointments", desk).await.expect(StatusCode::CREATED);
    let hold = json!({ "service": "Botox", "provider_id": moving.provider, "starts_at": times[4] });
    moving.clinic.anonymous().post("/api/book/holds", hold).await.expect(StatusCode::CREATED);
    let hers = json!({ "patient_id": moving.patient, "appointment_time": times[8] });
    moving.owner.post("/api/appointments", hers).await.expect(StatusCode::CREATED);
    plant_hold(&moving.clinic).await;
    let before = moving.clinic.fingerprint().await;
    for taken in [&times[0], &times[4], &times[8], "2027-01-01T03:00:00Z", "2099-01-01T15:00:00Z"] {
        moving.go(1, taken).await.refused(StatusCode::CONFLICT, "slot_taken");
    }
    moving.go(1, "tomorrow").await.refused_field("starts_at");
    moving.go(7, &times[12]).await.refused(StatusCode::PRECONDITION_FAILED, "stale");
    assert_eq!(moving.clinic.fingerprint().await, before);
    assert_eq!(moving.row().await["version"], 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_who_move_to_one_time_one_does() {
    let moving = Moving::new().await;
    let times = moving.times().await;
    let answers = join_all((0..8).map(|_| moving.go(1, &times[0]))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == StatusCode::OK).count(), 1);
    let moved = format!("{{}}.appointment_event where appointment_id = {} and kind = 'moved'", moving.visit);
    assert_eq!(moving.clinic.count(&moved).await, 1);
}
