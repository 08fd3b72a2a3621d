//! The tick of the exam while the clinic clears service by service.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::ReviewedClinic;
use crate::testing::factories;

/// The exam in the queue: its tick, and the first part that is missing.
async fn said(reviewed: &ReviewedClinic, id: i64) -> (Value, Value, Value) {
    let row = reviewed.row(id).await;
    (row["ticks"]["exam"].clone(), row["missing"].clone(), row["is_complete"].clone())
}

fn missing(words: &str) -> (Value, Value, Value) {
    (json!("missing"), json!(words), json!(false))
}

#[tokio::test]
async fn the_exam_ticks_where_the_service_was_cleared_on_the_treatments_day() {
    let reviewed = ReviewedClinic::new().await;
    let there = (json!("present"), Value::Null, json!(true));
    let before = reviewed.chart().await;
    assert_eq!(said(&reviewed, before).await, there);
    factories::switch_on(&reviewed.clinic, "clearance").await;
    let warns = "update {}.clinic_setting set clearance_credentials = '{MD}', clearance_uncleared = 'warn', clearance_version = 1";
    reviewed.clinic.plant(warns).await;
    let treat = async || {
        reviewed.treat(json!({ "notes": "Fine", "units": 20, "lot": "C1", "treatment_type": "Botox", "changed_since_exam": false })).await
    };
    let uncleared = treat().await;
    assert_eq!(said(&reviewed, uncleared).await, missing("Exam was not signed"));
    assert_eq!(said(&reviewed, before).await, there, "it was recorded under the rule of that day");
    let license = "update {}.member set credential = 'MD', license_number = 'MD-1', license_state = 'NY',
         license_expires_on = current_date + 400 where role = 'Medical Director'";
    reviewed.clinic.plant(license).await;
    let exam = reviewed.clinic.rows("select id from {}.exam").await[0].try_get::<i64>("", "id").unwrap();
    let signed = reviewed.director.post(&format!("/api/gfe/exams/{exam}/signature"), factories::exam_signature()).await;
    signed.expect(StatusCode::CREATED);
    let cleared = treat().await;
    assert_eq!(said(&reviewed, cleared).await, there);
    assert_eq!(
        said(&reviewed, uncleared).await,
        missing("Exam was not signed"),
        "what counts is the day of the treatment"
    );
    assert_eq!(reviewed.counts().await, [3, 2, 0, 0]);
    // An incomplete chart is not approved with others.
    let refused = super::approve_all(&reviewed.director, &[(uncleared, 1)]).await;
    assert!(!refused.status.is_success(), "{}", refused.text);
    for (status, words) in [
        ("expired", "Clearance had ended"),
        ("reopened", "Health had changed"),
        ("not_a_candidate", "Not a candidate"),
        ("deferred", "Clearance deferred"),
        ("missing", "Not cleared"),
    ] {
        reviewed
            .clinic
            .plant(&format!("update {{}}.treatment set clearance = '{status}' where id = {uncleared}"))
            .await;
        assert_eq!(said(&reviewed, uncleared).await, missing(words), "{status}");
    }
    let void = factories::void("Entered for another patient");
    reviewed.director.post(&format!("/api/gfe/exams/{exam}/void"), void).await.expect(StatusCode::OK);
    assert_eq!(said(&reviewed, cleared).await, missing("Exam voided"));
}

#[tokio::test]
async fn while_the_module_is_off_the_exam_alone_ticks() {
    let reviewed = ReviewedClinic::new().await;
    let id = reviewed.chart().await;
    reviewed.clinic.plant(&format!("update {{}}.treatment set clearance = 'expired' where id = {id}")).await;
    assert_eq!(said(&reviewed, id).await, (json!("present"), Value::Null, json!(true)));
}
