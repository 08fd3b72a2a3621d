use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{Clearing, botox, cleared};
use crate::testing::{TestClinic, factories};

/// Sends a treatment, checks that it is refused and changes nothing, and returns the sentence.
async fn blocked(here: &Clearing, treatment: Value, code: &str) -> String {
    let before = here.clinic.fingerprint().await;
    let answer = here.nurse.post("/api/treatments", treatment).await.refused(StatusCode::CONFLICT, code);
    assert_eq!(here.clinic.fingerprint().await, before);
    answer["error"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_treatment_needs_the_clearance_of_its_own_service() {
    let here = Clearing::new().await;
    let sentence = blocked(&here, botox(here.patient), "exam_missing").await;
    assert!(sentence.starts_with("A Good Faith Estimate exam must be completed"), "{sentence}");
    let exam = here.exam().await;
    let sentence = blocked(&here, botox(here.patient), "not_cleared").await;
    assert_eq!(sentence, "The patient is not cleared for Botox: the exam waits for a prescriber's signature.");
    super::sign(&here.prescriber, exam, cleared(&["Microneedling"])).await.expect(StatusCode::CREATED);
    let sentence = blocked(&here, botox(here.patient), "not_cleared").await;
    assert_eq!(
        sentence,
        "The patient is not cleared for Botox: no prescriber has cleared it. Have a prescriber sign an exam that does."
    );
    here.later();
    let second = here.signed(cleared(&["Botox"])).await;
    let recorded = here.nurse.post("/api/treatments", botox(here.patient)).await.expect(StatusCode::CREATED);
    assert_eq!(recorded["clearance"], "valid");
    let kept = format!(
        "{{}}.treatment where exam_id = {second} and clearance = 'valid' and not changed_since_exam and id = {}",
        factories::id(&recorded)
    );
    assert_eq!(here.clinic.count(&kept).await, 1);
}

#[tokio::test]
async fn after_twelve_months_and_a_day_a_treatment_is_refused() {
    let here = Clearing::new().await;
    here.signed(cleared(&["Botox"])).await;
    let rows = here.clinic.rows("select (valid_until - current_date) as days from {}.exam_clearance").await;
    let days: i32 = rows[0].try_get("", "days").unwrap();
    assert!((364..=367).contains(&days), "{days}");
    let aged = async |days: i32| {
        here.clinic
            .plant(&format!(
                "update {{}}.exam_clearance set valid_until = (now() at time zone 'America/New_York')::date - {days}"
            ))
            .await;
    };
    // The last day counts, but not the day after it.
    aged(0).await;
    let recorded = here.nurse.post("/api/treatments", botox(here.patient)).await.expect(StatusCode::CREATED);
    assert_eq!(recorded["clearance"], "expiring");
    aged(1).await;
    let sentence = blocked(&here, botox(here.patient), "not_cleared").await;
    assert!(sentence.starts_with("The patient is not cleared for Botox: the clearance ended on "), "{sentence}");
    assert_eq!(here.status("Botox").await, "expired");
}

#[tokio::test]
async fn each_decision_against_a_service_is_named() {
    let here = Clearing::new().await;
    for (decision, words) in [
        ("deferred", "a prescriber has deferred it."),
        ("not_a_candidate", "a prescriber has decided that the patient is not a candidate."),
    ] {
        here.later();
        here.signed(json!([{ "service": "Botox", "decision": decision, "reason": "Infection" }])).await;
        let sentence = blocked(&here, botox(here.patient), "not_cleared").await;
        assert_eq!(sentence, format!("The patient is not cleared for Botox: {words}"));
    }
}

#[tokio::test]
async fn the_question_whether_anything_has_changed_is_asked_before_each_treatment() {
    let here = Clearing::new().await;
    here.signed(cleared(&["Botox"])).await;
    let before = here.clinic.fingerprint().await;
    here.nurse.post("/api/treatments", factories::botox(here.patient)).await.refused_field("changed_since_exam");
    assert_eq!(here.clinic.fingerprint().await, before);
    let mut changed = botox(here.patient);
    changed["changed_since_exam"] = json!(true);
    let sentence = blocked(&here, changed.clone(), "change_not_recorded").await;
    assert!(sentence.starts_with("Write down what has changed first."), "{sentence}");
    here.report_change().await;
    let shown = here.read_clearance().await;
    assert_eq!(shown["changed"]["details"], "Takes blood thinners now");
    assert_eq!(shown["changed"]["reported_by"], "Robin Nurse");
    assert_eq!(here.status("Botox").await, "reopened");
    for treatment in [botox(here.patient), changed] {
        let sentence = blocked(&here, treatment, "not_cleared").await;
        assert!(sentence.contains("something has changed since the exam"), "{sentence}");
    }
    // Only a later exam restores the clearance, once it is signed.
    let exam = here.exam().await;
    assert_eq!(here.status("Botox").await, "waiting");
    super::sign(&here.prescriber, exam, cleared(&["Botox"])).await.expect(StatusCode::CREATED);
    assert_eq!((here.status("Botox").await.as_str(), &here.read_clearance().await["changed"]), ("valid", &Value::Null));
    here.nurse.post("/api/treatments", botox(here.patient)).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn a_change_is_written_down_in_words() {
    let here = Clearing::new().await;
    let path = format!("/api/patients/{}/health-changes", here.patient);
    let before = here.clinic.fingerprint().await;
    for body in
        [json!({}), json!({ "details": " " }), json!({ "details": 7 }), json!({ "details": "x".repeat(10_001) })]
    {
        assert_eq!(here.nurse.post(&path, body).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_eq!(here.clinic.fingerprint().await, before);
    here.report_change().await;
    let rows = here.clinic.rows("select id, signer ->> 'name' as by from {}.health_change").await;
    assert_eq!(rows[0].try_get::<String>("", "by").unwrap(), "Robin Nurse");
    let id: i64 = rows[0].try_get("", "id").unwrap();
    assert_eq!(factories::audited(&here.clinic, "member", "patient.health.change", &[here.patient], &[id]).await, 1);
    // Clinical words are in the record, but not in the audit.
    assert_eq!(here.clinic.count("{}.audit as r where strpos(r::text, 'blood thinners') > 0").await, 0);
}

#[tokio::test]
async fn a_clinic_that_warns_records_the_treatment_and_keeps_that_it_was_not_cleared() {
    let here = Clearing::new().await;
    here.clinic
        .plant(
            "update {}.clinic_setting set clearance_credentials = '{MD}', clearance_uncleared = 'warn', clearance_version = 1",
        )
        .await;
    let exam = here.exam().await;
    let recorded = here.nurse.post("/api/treatments", botox(here.patient)).await.expect(StatusCode::CREATED);
    assert_eq!(recorded["clearance"], "waiting");
    here.report_change().await;
    let mut changed = botox(here.patient);
    changed["changed_since_exam"] = json!(true);
    here.nurse.post("/api/treatments", changed).await.expect(StatusCode::CREATED);
    let list = here.nurse.get(&format!("/api/treatments?patientId={}", here.patient)).await.expect(StatusCode::OK);
    assert_eq!((&list[0]["clearance"], &list[1]["clearance"]), (&json!("missing"), &json!("waiting")));
    assert_eq!(here.clinic.count(&format!("{{}}.treatment where exam_id = {exam} and changed_since_exam")).await, 1);
    // Without any exam the specification still refuses the treatment.
    let another = factories::patient(&here.owner).await;
    blocked(&here, botox(another), "exam_missing").await;
}

#[tokio::test]
async fn while_the_module_is_off_the_gate_is_the_specifications() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    // The answer is accepted but not stored.
    for treatment in [factories::botox(patient), botox(patient)] {
        let recorded = owner.post("/api/treatments", treatment).await.expect(StatusCode::CREATED);
        assert_eq!(recorded["clearance"], Value::Null);
    }
    assert_eq!(clinic.count("{}.treatment where clearance is not null or changed_since_exam is not null").await, 0);
}

#[tokio::test]
async fn a_service_of_the_catalogue_is_known_by_its_id() {
    let here = Clearing::new().await;
    here.signed(cleared(&["Botox"])).await;
    factories::switch_on(&here.clinic, "services").await;
    assert_eq!(here.status("Botox").await, "valid", "decided by name before there was a catalogue");
    here.later();
    here.signed(cleared(&["Microneedling"])).await;
    here.clinic.plant("update {}.service set name = 'Microneedling RF' where name = 'Microneedling'").await;
    assert_eq!(here.status("Microneedling RF").await, "valid");
    let mut treatment = botox(here.patient);
    treatment["treatment_type"] = json!("Microneedling RF");
    for field in ["units", "lot"] {
        treatment.as_object_mut().unwrap().remove(field);
    }
    here.nurse.post("/api/treatments", treatment).await.expect(StatusCode::CREATED);
    // A service with a decision cannot be deleted from the catalog.
    let rows = here.clinic.rows("select id from {}.service where name = 'Microneedling RF'").await;
    let id: i64 = rows[0].try_get("", "id").unwrap();
    here.owner.delete(&format!("/api/services/{id}")).await.refused(StatusCode::CONFLICT, "service_in_use");
}
