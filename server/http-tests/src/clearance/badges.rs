use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{Clearing, cleared};
use crate::testing::factories;

/// Books an appointment `days` ahead at ten o'clock in the clinic's zone.
async fn booked(here: &Clearing, service: &str, days: i64) -> i64 {
    let day = (here.clinic.clock().now() + TimeDelta::days(days)).with_timezone(&chrono_tz::America::New_York);
    let time = day.format("%Y-%m-%dT10:00").to_string();
    let new = json!({ "patient_id": here.patient, "appointment_time": time, "service": service });
    factories::id(&here.owner.post("/api/appointments", new).await.expect(StatusCode::CREATED))
}

async fn badges(here: &Clearing) -> Vec<(String, Value)> {
    let list = here.nurse.get("/api/appointments?from=2026-01-01").await.expect(StatusCode::OK);
    let badge = |one: &Value| (one["service"].as_str().unwrap().to_owned(), one["marks"]["exam"].clone());
    list.as_array().unwrap().iter().map(badge).collect()
}

#[tokio::test]
async fn an_appointment_has_the_badge_of_the_clearance_of_its_own_service_at_its_start() {
    let here = Clearing::new().await;
    booked(&here, "Botox", 3).await;
    booked(&here, "Microneedling", 4).await;
    booked(&here, "Consultation", 5).await;
    booked(&here, "Botox", 340).await;
    booked(&here, "Botox", 380).await;
    let of = |badges: Vec<(String, Value)>| badges.into_iter().map(|(_, badge)| badge).collect::<Vec<_>>();
    assert_eq!(
        of(badges(&here).await),
        [json!("missing"), json!("missing"), Value::Null, json!("missing"), json!("missing")]
    );
    let exam = here.exam().await;
    assert_eq!(of(badges(&here).await)[0], "waiting");
    super::sign(&here.prescriber, exam, cleared(&["Botox"])).await.expect(StatusCode::CREATED);
    assert_eq!(
        of(badges(&here).await),
        [json!("valid"), json!("missing"), Value::Null, json!("expiring"), json!("expired")]
    );
    let list = here.nurse.get("/api/appointments?from=2026-01-01").await.expect(StatusCode::OK);
    assert!(list[0]["marks"]["exam_until"].is_string(), "{}", list[0]);
    assert!(list[1]["marks"]["exam_until"].is_null(), "{}", list[1]);
    here.report_change().await;
    assert_eq!(of(badges(&here).await)[0], "reopened");
}

#[tokio::test]
async fn visits_without_a_clearance_and_exams_to_sign_wait_on_the_first_page() {
    let here = Clearing::new().await;
    let visit = booked(&here, "Botox", 3).await;
    let attention = async |client: &crate::testing::Client| client.get("/api/dashboard").await.expect(StatusCode::OK);
    assert_eq!(attention(&here.prescriber).await["to_sign"], json!([]));
    let earlier = here.exam().await;
    here.later();
    let exam = here.exam().await;
    let shown = attention(&here.prescriber).await;
    assert_eq!(shown["exams"][0]["appointment_id"], visit);
    assert_eq!(shown["exams"][0]["exam"], "waiting");
    let waiting = shown["to_sign"].as_array().unwrap();
    assert_eq!(waiting.len(), 1, "the newest alone: {shown}, not {earlier}");
    assert_eq!((&waiting[0]["exam_id"], &waiting[0]["patient_name"]), (&json!(exam), &json!("Nora Lindqvist")));
    assert_eq!(waiting[0]["examiner_name"], "Robin Nurse");
    super::sign(&here.prescriber, exam, cleared(&["Botox"])).await.expect(StatusCode::CREATED);
    let shown = attention(&here.prescriber).await;
    assert_eq!((&shown["exams"], &shown["to_sign"]), (&json!([]), &json!([])));
}
