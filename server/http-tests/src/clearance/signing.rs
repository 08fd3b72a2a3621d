use axum::http::StatusCode;
use chrono::TimeDelta;
use entity::words::Role;
use serde_json::{Value, json};

use super::{Clearing, cleared, license, sign, signature};
use crate::testing::{Server, TestClinic, factories};

#[tokio::test]
async fn a_nurses_exam_waits_for_a_prescriber_and_clears_nothing_yet() {
    let here = Clearing::new().await;
    assert_eq!(here.status("Botox").await, "missing");
    let exam = here.exam().await;
    assert_eq!(here.status("Botox").await, "waiting");
    let shown = here.read_clearance().await;
    assert_eq!(shown["waiting"]["exam_id"], exam);
    assert_eq!(shown["waiting"]["examiner_name"], "Robin Nurse");
    let answer = sign(&here.prescriber, exam, cleared(&["Botox"])).await.expect(StatusCode::CREATED);
    assert_eq!((&answer["signed_by"], &answer["credential"]), (&json!("Robin Provider"), &json!("NP")));
    assert_eq!(here.status("Botox").await, "valid");
    assert_eq!(here.status("Microneedling").await, "missing", "an exam for Botox does not clear another service");
    assert_eq!(here.read_clearance().await["waiting"], Value::Null);
}

#[tokio::test]
async fn a_signature_keeps_the_license_the_mode_and_the_patients_state() {
    let here = Clearing::new().await;
    let exam = here.exam().await;
    let path = format!("/api/gfe/exams/{exam}/signature");
    assert_eq!(here.nurse.get(&path).await.expect(StatusCode::OK), Value::Null);
    let mut video = signature(json!([
        { "service": "Botox", "decision": "cleared", "reason": "Lie down" },
        { "service": "Microneedling", "decision": "deferred", "reason": "Cold sores" },
        { "service": "EZ Gel Face", "decision": "not_a_candidate", "reason": "Keloids" },
    ]));
    video["mode"] = json!("video");
    video["patient_state"] = json!("CT");
    here.prescriber.post(&path, video.clone()).await.expect(StatusCode::CREATED);
    // A later change of the license does not change the signature.
    here.clinic.plant("update {}.member set license_number = 'X', credential = 'MD', license_state = 'TX'").await;
    let read = here.nurse.get(&path).await.expect(StatusCode::OK);
    for (field, value) in [
        ("credential", "NP"),
        ("license_number", "NP-20441"),
        ("license_state", "NY"),
        ("mode", "video"),
        ("patient_state", "CT"),
    ] {
        assert_eq!(read[field], value, "{field}");
    }
    assert!(read["signature"].as_str().unwrap().starts_with("data:image/png;base64,"));
    let decisions = read["decisions"].as_array().unwrap();
    assert_eq!(decisions.len(), 3);
    assert!(decisions[0]["valid_until"].is_string() && decisions[1]["valid_until"].is_null());
    assert_eq!(decisions[1]["reason"], "Cold sores");
    assert_eq!(
        [here.status("Botox").await, here.status("Microneedling").await, here.status("EZ Gel Face").await],
        ["valid", "deferred", "not_a_candidate"]
    );
    assert_eq!(factories::audited(&here.clinic, "member", "gfe.sign", &[here.patient], &[exam]).await, 1);
}

#[tokio::test]
async fn who_may_not_sign_is_refused_and_nothing_changes() {
    let here = Clearing::new().await;
    let exam = here.exam().await;
    let email = &here.prescriber_email;
    let before = here.clinic.fingerprint_of(&["exam_signature", "exam_clearance"]).await;
    let refused = async |client: &crate::testing::Client, code: &str| {
        sign(client, exam, cleared(&["Botox"])).await.refused(StatusCode::FORBIDDEN, code);
        assert_eq!(here.clinic.fingerprint_of(&["exam_signature", "exam_clearance"]).await, before);
    };
    refused(&here.nurse, "credential_not_allowed").await;
    assert_eq!(here.read_clearance().await["signing"]["refusal"], "credential_not_allowed");
    let set = async |what: &str| {
        here.clinic.plant(&format!("update {{}}.member set {what} where email = '{email}'")).await;
    };
    for missing in ["credential = null", "credential = 'RN'", "credential = 'Other'"] {
        set(missing).await;
        refused(&here.prescriber, "credential_not_allowed").await;
        license(&here.clinic, email, "NP").await;
    }
    for missing in ["license_number = null", "license_state = null", "license_expires_on = null"] {
        set(missing).await;
        refused(&here.prescriber, "license_missing").await;
        license(&here.clinic, email, "NP").await;
    }
    set("license_expires_on = current_date - 2").await;
    refused(&here.prescriber, "license_expired").await;
    license(&here.clinic, email, "NP").await;
    // Roles that do not examine may not sign.
    for role in [Role::MedicalAssistant, Role::Receptionist, Role::PracticeManager, Role::Staff] {
        refused(&here.clinic.signed_in_as(role).await, "forbidden").await;
    }
    // The proof of identity is too old.
    for _ in 0..2 {
        here.clinic.clock().advance(TimeDelta::minutes(8));
        here.prescriber.get("/api/auth/sessions").await.expect(StatusCode::OK);
    }
    refused(&here.prescriber, "proof_required").await;
}

#[tokio::test]
async fn an_exam_is_signed_once_and_not_after_it_was_voided_or_something_has_changed() {
    let here = Clearing::new().await;
    let exam = here.signed(cleared(&["Botox"])).await;
    let before = here.clinic.fingerprint().await;
    sign(&here.prescriber, exam, cleared(&["Microneedling"])).await.refused(StatusCode::CONFLICT, "already_signed");
    assert_eq!(here.clinic.fingerprint().await, before);
    let voided = here.exam().await;
    let reason = factories::void("Entered for another patient");
    let director = here.clinic.signed_in_as(Role::MedicalDirector).await;
    director.post(&format!("/api/gfe/exams/{voided}/void"), reason).await.expect(StatusCode::OK);
    let before = here.clinic.fingerprint().await;
    sign(&here.prescriber, voided, cleared(&["Botox"])).await.refused(StatusCode::CONFLICT, "voided");
    assert_eq!(here.clinic.fingerprint().await, before);
    let changed = here.exam().await;
    here.report_change().await;
    let before = here.clinic.fingerprint().await;
    sign(&here.prescriber, changed, cleared(&["Botox"])).await.refused(StatusCode::CONFLICT, "changed_since_exam");
    assert_eq!(here.clinic.fingerprint().await, before);
}

#[tokio::test]
async fn of_two_who_sign_the_same_exam_one_succeeds() {
    let here = Clearing::new().await;
    let exam = here.exam().await;
    let (one, other) = tokio::join!(
        sign(&here.prescriber, exam, cleared(&["Botox"])),
        sign(&here.prescriber, exam, cleared(&["Microneedling"]))
    );
    let mut answers = [one.status, other.status];
    answers.sort();
    assert_eq!(answers, [StatusCode::CREATED, StatusCode::CONFLICT]);
    assert_eq!(here.clinic.count("{}.exam_clearance").await, 1);
}

#[tokio::test]
async fn a_signature_that_is_not_complete_is_refused_with_what_is_wrong() {
    let here = Clearing::new().await;
    let exam = here.exam().await;
    let path = format!("/api/gfe/exams/{exam}/signature");
    let before = here.clinic.fingerprint().await;
    let decisions = |one: Value| signature(json!([one]));
    let mut twice = signature(cleared(&["Botox", "Botox"]));
    let with = |field: &str, value: Value| {
        let mut body = factories::exam_signature();
        body[field] = value;
        body
    };
    for (field, body) in [
        ("mode", with("mode", json!("telepathy"))),
        ("patient_state", with("patient_state", json!("Texas"))),
        ("signature", with("signature", json!(factories::blank_picture(400, 120)))),
        ("decisions", signature(json!([]))),
        ("decisions", signature(json!("Botox"))),
        ("decisions", twice.take()),
        ("decisions", decisions(json!({ "service": "Botox", "decision": "maybe" }))),
        ("decisions", decisions(json!({ "service": "Consultation", "decision": "cleared" }))),
        ("decisions", decisions(json!({ "service": "Botox", "decision": "cleared", "valid_until": "2020-01-01" }))),
        ("decisions", decisions(json!({ "service": "Botox", "decision": "cleared", "valid_until": "2199-01-01" }))),
        ("decisions", decisions(json!({ "service": "Botox", "decision": "deferred" }))),
        ("decisions", decisions(json!({ "service": "Botox", "decision": "not_a_candidate" }))),
        (
            "decisions",
            decisions(
                json!({ "service": "Botox", "decision": "deferred", "reason": "Later", "valid_until": "2027-01-01" }),
            ),
        ),
    ] {
        let words = here.prescriber.post(&path, body.clone()).await.refused_field(field);
        assert!(!words.is_empty(), "{body}");
    }
    assert_eq!(here.clinic.fingerprint().await, before);
    assert_eq!(here.status("Botox").await, "waiting");
}

#[tokio::test]
async fn a_shorter_time_can_be_chosen_and_an_old_exam_clears_nothing() {
    let here = Clearing::new().await;
    let exam = here.exam().await;
    let in_a_month = (here.clinic.clock().now() + TimeDelta::days(40)).date_naive().to_string();
    let short = json!([{ "service": "Botox", "decision": "cleared", "valid_until": in_a_month }]);
    let answer = sign(&here.prescriber, exam, short).await.expect(StatusCode::CREATED);
    assert_eq!(answer["decisions"][0]["valid_until"], in_a_month);
    let old = here.exam().await;
    here.clinic
        .plant(&format!("update {{}}.exam set created_at = now() - interval '12 months 2 days' where id = {old}"))
        .await;
    let before = here.clinic.fingerprint().await;
    sign(&here.prescriber, old, cleared(&["Botox"])).await.refused(StatusCode::CONFLICT, "exam_too_old");
    assert_eq!(here.clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_newer_decision_replaces_the_earlier_one_of_the_same_service_alone() {
    let here = Clearing::new().await;
    here.signed(cleared(&["Botox", "Microneedling"])).await;
    here.later();
    here.signed(json!([{ "service": "Botox", "decision": "deferred", "reason": "Infection" }])).await;
    assert_eq!([here.status("Botox").await, here.status("Microneedling").await], ["deferred", "valid"]);
    here.later();
    let last = here.signed(cleared(&["Botox"])).await;
    assert_eq!(here.status("Botox").await, "valid");
    // A voided exam clears nothing. The decision before it counts again.
    let director = here.clinic.signed_in_as(Role::MedicalDirector).await;
    let reason = factories::void("Entered for another patient");
    director.post(&format!("/api/gfe/exams/{last}/void"), reason).await.expect(StatusCode::OK);
    assert_eq!(here.status("Botox").await, "deferred");
}

#[tokio::test]
async fn a_merged_patients_clearance_is_the_whole_persons() {
    let here = Clearing::new().await;
    here.signed(cleared(&["Botox"])).await;
    let kept = factories::patient(&here.owner).await;
    let merging = json!({ "other_id": here.patient, "version": 1, "other_version": 1 });
    here.owner.post(&format!("/api/patients/{kept}/merge"), merging).await.expect(StatusCode::OK);
    let here = Clearing { patient: kept, ..here };
    assert_eq!(here.status("Botox").await, "valid");
    here.report_change().await;
    assert_eq!(here.status("Botox").await, "reopened");
}

#[tokio::test]
async fn while_the_module_is_off_nothing_is_signed_and_a_nurse_records_no_exam() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let exam = factories::exam(&owner, patient).await;
    let email = factories::member(&clinic, Role::Provider).await;
    license(&clinic, &email, "MD").await;
    let doctor = clinic.anonymous().sign_in(&email).await;
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    let before = clinic.fingerprint().await;
    sign(&doctor, exam, cleared(&["Botox"])).await.refused(StatusCode::CONFLICT, "module_off");
    let changes = format!("/api/patients/{patient}/health-changes");
    doctor.post(&changes, json!({ "details": "Pregnant" })).await.refused(StatusCode::CONFLICT, "module_off");
    let new = json!({ "patient_id": patient, "vitals": "HR: 70 bpm" });
    nurse.post("/api/gfe", new).await.refused(StatusCode::FORBIDDEN, "forbidden");
    let shown = nurse.get(&format!("/api/patients/{patient}/clearance")).await.expect(StatusCode::OK);
    assert_eq!((&shown["on"], &shown["services"]), (&json!(false), &json!([])));
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_nurse_adds_to_the_own_exam_alone() {
    let here = Clearing::new().await;
    let (own, other) = (here.exam().await, factories::exam(&here.prescriber, here.patient).await);
    let add = async |exam: i64| here.nurse.post(&format!("/api/gfe/exams/{exam}/addenda"), factories::addendum()).await;
    add(own).await.expect(StatusCode::CREATED);
    let before = here.clinic.fingerprint().await;
    add(other).await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(here.clinic.fingerprint().await, before);
}

#[tokio::test]
async fn another_clinics_exam_and_patient_are_not_found() {
    let server = Server::new();
    let (here, there) = (Clearing::on(&server).await, Clearing::on(&server).await);
    let exam = there.exam().await;
    let before = there.clinic.fingerprint().await;
    sign(&here.prescriber, exam, cleared(&["Botox"])).await.refused(StatusCode::NOT_FOUND, "not_found");
    let path = format!("/api/gfe/exams/{exam}/signature");
    here.prescriber.get(&path).await.refused(StatusCode::NOT_FOUND, "not_found");
    let patient = format!("/api/patients/{}", there.patient);
    here.prescriber.get(&format!("{patient}/clearance")).await.refused(StatusCode::NOT_FOUND, "not_found");
    let change = json!({ "details": "Pregnant" });
    here.prescriber
        .post(&format!("{patient}/health-changes"), change)
        .await
        .refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(there.clinic.fingerprint().await, before);
}
