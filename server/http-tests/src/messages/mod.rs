//! Messages to patients: what is planned and sent for a visit, over HTTP and with the worker.

mod aftercare;
mod consent_texts;
mod form_reminders;
mod forms;
mod lifecycle;
mod mail_reports;
mod preferences;
mod recalls;
mod send_again;
mod sending;
mod series;
mod services;
mod settings;
mod shared_texts;
mod templates;
mod text_provider;
mod texts;

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};

const SETTINGS: &str = "/api/messages/settings";

/// The tests run at any time of the day.
fn switched_on() -> Value {
    factories::message_settings()
}

/// A clinic that sends messages, its owner and a patient.
async fn sending() -> (TestClinic, Client, i64) {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    owner.put(SETTINGS, switched_on()).await.expect(StatusCode::OK);
    assert_eq!(factories::mails(&clinic).await.len(), 0);
    (clinic, owner, patient)
}

/// So many days ahead at ten o'clock in the clinic's zone.
fn in_days(clinic: &TestClinic, days: i64) -> String {
    let day = (clinic.clock().now() + TimeDelta::days(days)).with_timezone(&chrono_tz::America::New_York);
    day.format("%Y-%m-%dT10:00").to_string()
}

async fn book(clinic: &TestClinic, client: &Client, patient: i64, days: i64) -> i64 {
    let new = json!({ "patient_id": patient, "appointment_time": in_days(clinic, days), "service": "Botox" });
    factories::id(&client.post("/api/appointments", new).await.expect(StatusCode::CREATED))
}

async fn move_to(client: &Client, visit: i64, time: &str) {
    let change = json!({ "appointment_time": time });
    client.patch(&format!("/api/appointments/{visit}"), change).await.expect(StatusCode::OK);
}

async fn set(client: &Client, visit: i64, status: &str) {
    let reason = (status == "Cancelled").then_some("Has a cold");
    let body = json!({ "status": status, "reason": reason });
    client.post(&format!("/api/appointments/{visit}/status"), body).await.expect(StatusCode::OK);
}

/// Completes the visit.
async fn complete(client: &Client, visit: i64) {
    for status in ["Arrived", "Completed"] {
        set(client, visit, status).await;
    }
}

/// A clinic that sends messages and has a catalogue, its owner, a patient, and the catalogue's Botox.
async fn with_catalogue() -> (TestClinic, Client, i64, i64) {
    let (clinic, owner, patient) = sending().await;
    factories::switch_on(&clinic, "services").await;
    let services = owner.get("/api/services").await.expect(StatusCode::OK);
    let botox = services.as_array().unwrap().iter().find(|service| service["name"] == "Botox").map(factories::id);
    (clinic, owner, patient, botox.unwrap())
}

/// Sets the messages around the visits of a service.
async fn say(client: &Client, service: i64, said: Value) -> Value {
    client.put(&format!("/api/messages/services/{service}"), said).await.expect(StatusCode::OK)
}

/// The mails sent after news is no longer held.
async fn mails_after_the_hold(clinic: &TestClinic) -> Vec<String> {
    clinic.clock().advance(TimeDelta::minutes(3) + TimeDelta::seconds(1));
    factories::mails(clinic).await
}

/// Every message as kind, status and reason, oldest first.
async fn rows(clinic: &TestClinic) -> Vec<String> {
    let sql = "select concat_ws(' ', kind, status, reason) as row from {}.message order by id";
    clinic.rows(sql).await.iter().map(|row| row.try_get("", "row").unwrap()).collect()
}

/// Moves the clock to when the newest message is due.
async fn wait_until_due(clinic: &TestClinic) {
    let row = clinic.rows("select due_at from {}.message order by id desc limit 1").await;
    let due: DateTime<Utc> = row[0].try_get("", "due_at").unwrap();
    let wait = due - clinic.clock().now();
    assert!(wait > TimeDelta::zero(), "it is due already");
    clinic.clock().advance(wait + TimeDelta::seconds(1));
}

fn subject(mail: &str) -> &str {
    mail.lines().find_map(|line| line.strip_prefix("Subject: ")).unwrap_or_else(|| panic!("no subject: {mail}"))
}
