//! Charts that cannot be approved in bulk: an ongoing adverse event, questions that were never asked, and an unsigned consent for
//! the treatment.

use axum::http::StatusCode;
use chrono::Days;
use serde_json::{Value, json};

use super::{ReviewedClinic, approvals, approve, approve_all};
use crate::testing::{TestClinic, factories};

/// The chart is in no part except the whole queue, and is not approved with others.
async fn is_not_ready(reviewed: &ReviewedClinic, id: i64, words: &str) {
    let row = reviewed.row(id).await;
    assert_eq!((&row["missing"], &row["is_complete"]), (&json!(words), &json!(false)));
    assert_eq!((reviewed.counts().await[1], reviewed.queue("ready").await.len()), (0, 0), "{words}");
    let refused = approve_all(&reviewed.director, &[(id, row["version"].as_i64().unwrap())]).await;
    assert!(refused.text.contains(words), "{}", refused.text);
    refused.refused(StatusCode::CONFLICT, "incomplete");
    assert_eq!(approvals(&reviewed.clinic).await, 0);
}

#[tokio::test]
async fn a_chart_with_an_open_adverse_event_is_not_ready() {
    let reviewed = ReviewedClinic::new().await;
    let id = reviewed.chart().await;
    assert_eq!(reviewed.counts().await[1], 1);
    let yesterday = reviewed.clinic.clock().now().date_naive() - Days::new(1);
    let event = json!({
        "patient_id": reviewed.patient, "treatment_id": id, "began_on": yesterday, "kind": "vascular_occlusion",
        "details": "Blanching", "severity": "severe", "action": "Warmth and massage",
    });
    let event = reviewed.provider.post("/api/adverse-events", event).await.expect(StatusCode::CREATED);
    is_not_ready(&reviewed, id, "Adverse event open").await;
    assert_eq!(reviewed.row(id).await["ticks"]["health"], "missing");
    assert_eq!(reviewed.dangers().await, json!(["Adverse event open"]));
    let chart = reviewed.director.get(&format!("/api/review/{id}")).await.expect(StatusCode::OK);
    assert_eq!(
        (&chart["open_events"][0]["id"], &chart["open_events"][0]["kind"]),
        (&event["id"], &json!("vascular_occlusion"))
    );
    let over = json!({ "status": "resolved", "text": "Colour is back" });
    let follow_up = format!("/api/adverse-events/{}/follow-ups", event["id"]);
    reviewed.provider.post(&follow_up, over).await.expect(StatusCode::OK);
    assert_eq!((&reviewed.row(id).await["missing"], reviewed.counts().await[1]), (&Value::Null, 1));
}

#[tokio::test]
async fn a_chart_of_a_patient_who_was_not_asked_is_not_ready_and_can_be_approved_by_itself() {
    let mut reviewed = ReviewedClinic::new().await;
    reviewed.patient = factories::cleared_patient(&reviewed.director).await;
    let id = reviewed.chart().await;
    is_not_ready(&reviewed, id, "Allergies not asked").await;
    assert_eq!(reviewed.dangers().await, json!(["Allergies not asked", "Pregnancy not asked"]));
    let path = |kind: &str| format!("/api/patients/{}/clinical/{kind}", reviewed.patient);
    let listed = json!({ "answer": "listed", "entries": [{ "name": "Latex" }] });
    reviewed.provider.put(&path("allergies"), listed).await.expect(StatusCode::CREATED);
    is_not_ready(&reviewed, id, "Pregnancy not asked").await;
    assert_eq!(reviewed.dangers().await, json!(["Pregnancy not asked"]));
    let chart = reviewed.director.get(&format!("/api/review/{id}")).await.expect(StatusCode::OK);
    assert_eq!((&chart["allergies"]["entries"][0]["name"], &chart["pregnancy"]), (&json!("Latex"), &Value::Null));
    approve(&reviewed.director, id).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_treatment_that_a_consent_exists_for_needs_it_from_the_first_day() {
    let clinic = TestClinic::new().await;
    let director = clinic.owner().await;
    let patient = factories::cleared_patient(&director).await;
    factories::ask_about_health(&director, patient).await;
    // The specification's call still accepts a treatment without a consent.
    let id = factories::treatment(&director, patient).await;
    let row = async |id: i64| director.get(&format!("/api/review/{id}")).await.expect(StatusCode::OK);
    let unsigned = row(id).await;
    assert_eq!(unsigned["missing"], "No consent: Botulinum toxin (Botox)");
    assert_eq!((&unsigned["ticks"]["consent"], &unsigned["is_complete"]), (&json!("missing"), &json!(false)));
    let missing = async || {
        let path = format!("/api/patients/{patient}/summary");
        director.get(&path).await.expect(StatusCode::OK)["missing_consents"].clone()
    };
    assert_eq!(missing().await, json!(["Botulinum toxin (Botox)"]), "the record says so too");

    let templates = director.get("/api/consents/templates").await.expect(StatusCode::OK);
    let template = templates.as_array().unwrap().iter().find(|one| one["name"] == "Botulinum toxin (Botox)").unwrap();
    let issue = format!("/api/consents/{patient}/issue");
    let issued = director.post(&issue, json!({ "templateId": template["id"] })).await.expect(StatusCode::CREATED);
    let token = factories::token_in(issued["portal_url"].as_str().unwrap());
    let sign = format!("/api/portal/consent/{token}/sign");
    clinic.anonymous().post_nothing(&sign).await.expect(StatusCode::OK);
    let signed = factories::treatment(&director, patient).await;
    let chart = row(signed).await;
    assert_eq!((&chart["ticks"]["consent"], &chart["missing"]), (&json!("present"), &Value::Null));
    assert_eq!(chart["consents"][0]["template_name"], "Botulinum toxin (Botox)");
    // A signature is valid for a year, and only for later treatments.
    assert_eq!(row(id).await["ticks"]["consent"], "missing");
    approve(&director, id).await.expect(StatusCode::OK);
    assert_eq!(missing().await, json!([]), "a director has read it");
    let template = format!("/api/consents/templates/{}", template["id"]);
    director.delete(&template).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(row(id).await["ticks"]["consent"], "not_needed", "it is on the clinic's list no more");
}
