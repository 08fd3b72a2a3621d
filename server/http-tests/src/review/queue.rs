//! The charts in the queue, with what each has.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{ReviewedClinic, approve, ids};
use crate::testing::{TestClinic, factories};
use base::permission::Role;

#[tokio::test]
async fn a_complete_chart_has_seven_ticks() {
    let reviewed = ReviewedClinic::new().await;
    let id = reviewed.chart().await;
    let row = reviewed.row(id).await;
    let ticks = json!({
        "exam": "present", "consent": "not_needed", "health": "present", "notes": "present", "lot": "present", "photos": "not_needed",
        "signature": "present",
    });
    assert_eq!(row["ticks"], ticks);
    assert_eq!((&row["missing"], &row["is_complete"], &row["state"]), (&Value::Null, &json!(true), &json!("Waiting")));
    assert_eq!((&row["patient_name"], &row["provider_name"]), (&json!("Nora Lindqvist"), &json!("Robin Provider")));
    assert_eq!((&row["treatment_type"], &row["units"], &row["version"]), (&json!("Botox"), &json!(20.0), &json!(1)));
    assert_eq!((&row["may_approve"], &row["is_own"], &row["returned"]), (&json!(true), &json!(false), &Value::Null));
    assert_eq!(factories::audited(&reviewed.clinic, "member", "review.list", &[reviewed.patient], &[]).await, 1);
}

#[tokio::test]
async fn the_first_part_that_is_missing_is_named() {
    let reviewed = ReviewedClinic::new().await;
    let missing = async |id: i64| {
        let row = reviewed.row(id).await;
        assert_eq!(row["is_complete"], row["missing"].is_null());
        row["missing"].as_str().map(str::to_owned)
    };
    let bare = reviewed.treat(json!({})).await;
    assert_eq!(missing(bare).await.as_deref(), Some("No notes"));
    let without_lot = reviewed.treat(json!({ "notes": "Fine", "units": 20 })).await;
    assert_eq!(missing(without_lot).await.as_deref(), Some("No lot"));
    let without_dose = reviewed.treat(json!({ "notes": "Fine", "lot": "C1" })).await;
    assert_eq!(missing(without_dose).await.as_deref(), Some("No dose"));
    let gel = reviewed.treat(json!({ "notes": "Fine", "treatment_type": "EZ Gel Face" })).await;
    assert_eq!(missing(gel).await.as_deref(), Some("No dose"));
    let gel = reviewed.treat(json!({ "notes": "Fine", "treatment_type": "EZ Gel Face", "volumes_ml": "2 mL" })).await;
    assert_eq!(missing(gel).await, None);
    // Other types of treatment have neither a lot nor a dose.
    let other = reviewed.treat(json!({ "notes": "Fine", "treatment_type": "Microneedling" })).await;
    assert_eq!(missing(other).await, None);
    assert_eq!(reviewed.row(other).await["ticks"]["lot"], "not_needed");
    // An addendum adds notes.
    let path = format!("/api/treatments/{bare}/addenda");
    reviewed.provider.post(&path, factories::addendum()).await.expect(StatusCode::CREATED);
    assert_eq!(missing(bare).await.as_deref(), Some("No lot"));
    assert_eq!(reviewed.row(bare).await["version"], 2);
    // The exam that cleared the patient was voided.
    let exam = reviewed.clinic.rows("select id from {}.exam").await[0].try_get::<i64>("", "id").unwrap();
    let void = factories::void("Entered for another patient");
    reviewed.director.post(&format!("/api/gfe/exams/{exam}/void"), void).await.expect(StatusCode::OK);
    assert_eq!(missing(other).await.as_deref(), Some("Exam voided"));
    assert_eq!(reviewed.row(other).await["ticks"]["exam"], "missing");
}

#[tokio::test]
async fn a_consent_that_the_service_needs_must_have_counted_when_it_was_recorded() {
    let reviewed = ReviewedClinic::new().await;
    factories::switch_on(&reviewed.clinic, "services").await;
    let template = factories::template(&reviewed.director).await;
    let services = reviewed.director.get("/api/services").await.expect(StatusCode::OK);
    let botox = services.as_array().unwrap().iter().find(|service| service["name"] == "Botox").unwrap()["id"].clone();
    let need = async |valid_months: Value| {
        let change = json!({ "consents": [{ "id": template, "valid_months": valid_months }] });
        reviewed.director.patch(&format!("/api/services/{botox}"), change).await.expect(StatusCode::OK);
    };
    need(json!(12)).await;
    let before = reviewed.chart().await;
    assert_eq!(reviewed.row(before).await["missing"], "No consent: Botox consent");
    assert_eq!(reviewed.row(before).await["ticks"]["consent"], "missing");
    let path = format!("/api/consents/{}/issue", reviewed.patient);
    let issued = reviewed.director.post(&path, json!({ "templateId": template })).await.expect(StatusCode::CREATED);
    let token = factories::token_in(issued["portal_url"].as_str().unwrap());
    reviewed.clinic.anonymous().post_nothing(&format!("/api/portal/consent/{token}/sign")).await.expect(StatusCode::OK);
    let after = reviewed.chart().await;
    assert_eq!(reviewed.row(after).await["ticks"]["consent"], "present");
    assert_eq!(reviewed.row(before).await["ticks"]["consent"], "missing", "it was signed afterwards");
    // Signed 13 months before, by the clock of the record.
    reviewed.clinic.plant("update {}.consent_signature set signed_at = signed_at - interval '13 months'").await;
    assert_eq!(reviewed.row(after).await["ticks"]["consent"], "missing");
    reviewed.clinic.plant("update {}.consent_signature set signed_at = signed_at + interval '2 months'").await;
    assert_eq!(reviewed.row(after).await["ticks"]["consent"], "present");
    // A consent for one treatment: the first treatment after it uses it up.
    need(Value::Null).await;
    assert_eq!(reviewed.row(before).await["ticks"]["consent"], "missing", "more than 30 days before");
    reviewed.clinic.plant("update {}.consent_signature set signed_at = now() - interval '2 days'").await;
    assert_eq!(reviewed.row(before).await["ticks"]["consent"], "present");
    reviewed
        .clinic
        .plant(&format!("update {{}}.treatment set created_at = created_at + interval '1 minute' where id = {after}"))
        .await;
    assert_eq!(reviewed.row(after).await["ticks"]["consent"], "missing");
    let void = factories::void("Entered twice");
    reviewed.director.post(&format!("/api/treatments/{before}/void"), void).await.expect(StatusCode::OK);
    assert_eq!(reviewed.row(after).await["ticks"]["consent"], "present");
}

#[tokio::test]
async fn the_longest_waiting_come_first_in_pages() {
    let reviewed = ReviewedClinic::new().await;
    let mut expected = Vec::new();
    for days in 1..=5 {
        let id = reviewed.chart().await;
        reviewed
            .clinic
            .plant(&format!(
                "update {{}}.treatment set created_at = created_at - interval '{days} days' where id = {id}"
            ))
            .await;
        expected.insert(0, id);
    }
    let (mut path, mut found) = (Some("/api/review?part=all&limit=2".to_owned()), Vec::new());
    while let Some(wanted) = path {
        let answer = reviewed.director.get(&wanted).await;
        path = answer.next_page();
        let rows = answer.expect(StatusCode::OK);
        assert!(rows.as_array().unwrap().len() <= 2);
        found.extend(ids(rows.as_array().unwrap()));
    }
    assert_eq!(found, expected);
    // The default is 72 hours.
    assert_eq!(reviewed.counts().await, [5, 5, 3, 0]);
    assert_eq!(ids(&reviewed.queue("late").await), expected[..3]);
    reviewed.set(json!({ "chart_due_hours": 100, "share": 100, "providers": [] })).await.expect(StatusCode::OK);
    assert_eq!(reviewed.counts().await, [5, 5, 1, 0]);
    reviewed.director.get("/api/review?part=none").await.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid");
}

#[tokio::test]
async fn what_is_approved_or_voided_leaves_the_queue() {
    let reviewed = ReviewedClinic::new().await;
    let (approved, voided, left) = (reviewed.chart().await, reviewed.chart().await, reviewed.chart().await);
    approve(&reviewed.director, approved).await.expect(StatusCode::OK);
    let void = factories::void("Entered twice");
    reviewed.director.post(&format!("/api/treatments/{voided}/void"), void).await.expect(StatusCode::OK);
    assert_eq!(ids(&reviewed.queue("all").await), [left]);
    assert_eq!(reviewed.counts().await, [1, 1, 0, 0]);
    // A merged patient's chart names the surviving patient.
    let survivor = factories::patient(&reviewed.director).await;
    let merging = json!({ "other_id": reviewed.patient, "version": 1, "other_version": 1 });
    reviewed.director.post(&format!("/api/patients/{survivor}/merge"), merging).await.expect(StatusCode::OK);
    assert_eq!(reviewed.row(left).await["patient_id"], survivor);
}

#[tokio::test]
async fn ones_own_are_listed_with_why_and_are_not_ready() {
    let reviewed = ReviewedClinic::new().await;
    let own = factories::treatment(&reviewed.director, reviewed.patient).await;
    assert_eq!(reviewed.row(own).await["may_approve"], true, "nobody else may approve it");
    let other = reviewed.clinic.signed_in_as(Role::MedicalDirector).await;
    let row = reviewed.row(own).await;
    assert_eq!((&row["may_approve"], &row["approval_refusal"]), (&json!(false), &json!("own_treatment")));
    assert_eq!(row["is_own"], true);
    assert_eq!(reviewed.counts().await, [1, 0, 0, 0]);
    assert_eq!(super::queue(&other, "ready").await.len(), 1);
}

#[tokio::test]
async fn who_approves_nothing_does_not_see_the_queue() {
    let clinic = TestClinic::new().await;
    for role in [Role::Provider, Role::Nurse, Role::PracticeManager, Role::Receptionist, Role::Staff] {
        let client = clinic.signed_in_as(role).await;
        for path in ["/api/review", "/api/review/counts", "/api/review/1"] {
            client.get(path).await.refused(StatusCode::FORBIDDEN, "forbidden");
        }
    }
}
