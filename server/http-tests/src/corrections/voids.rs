//! Who may void which record, and the refusals. The rules are the same for exams and treatments.

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::void;
use crate::testing::{Client, PASSWORD, TestClinic, factories};
use base::permission::Role;

/// An exam and a treatment, both signed by this person.
async fn signed_by(person: &Client) -> [String; 2] {
    let patient = factories::patient(person).await;
    let exam = factories::exam(person, patient).await;
    let treatment = factories::treatment(person, patient).await;
    [format!("gfe/exams/{exam}"), format!("treatments/{treatment}")]
}

#[tokio::test]
async fn whoever_signed_it_or_a_medical_director_voids_a_record() {
    let clinic = TestClinic::new().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let other = clinic.signed_in_as(Role::Provider).await;
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    let records = signed_by(&provider).await;
    let before = clinic.fingerprint().await;
    for record in &records {
        let refused = void(&other, record).await.refused(StatusCode::FORBIDDEN, "not_the_signer");
        assert_eq!(refused["error"], "Only the person who signed this, or a Medical Director, may void it.");
    }
    void(&nurse, &records[0]).await.refused(StatusCode::FORBIDDEN, "forbidden");
    void(&nurse, &records[1]).await.refused(StatusCode::FORBIDDEN, "not_the_signer");
    assert_eq!(clinic.fingerprint().await, before);
    for record in &records {
        assert_eq!(void(&provider, record).await.expect(StatusCode::OK)["voided"]["by"], "Robin Provider");
    }
    for record in &signed_by(&provider).await {
        assert_eq!(void(&director, record).await.expect(StatusCode::OK)["voided"]["by"], "Robin Medical Director");
    }
    // A nurse may void the nurse's own treatment.
    let patient = factories::cleared_patient(&provider).await;
    let own = factories::treatment(&nurse, patient).await;
    void(&nurse, &format!("treatments/{own}")).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn each_row_says_whether_the_signed_in_member_may_void_it() {
    let clinic = TestClinic::new().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let patient = factories::cleared_patient(&provider).await;
    factories::treatment(&provider, patient).await;
    for (role, expected) in [
        (Role::Provider, [false, false]),
        (Role::MedicalDirector, [true, true]),
        (Role::Nurse, [false, false]),
        (Role::MedicalAssistant, [false, false]),
    ] {
        let person = clinic.signed_in_as(role).await;
        let exams = person.get(&format!("/api/gfe/{patient}/history")).await.expect(StatusCode::OK);
        let treatments = person.get(&format!("/api/treatments?patientId={patient}")).await.expect(StatusCode::OK);
        let offered = [&exams, &treatments].map(|rows| rows[0]["may_void"].clone());
        assert_eq!(offered, expected.map(Value::from), "{role:?}");
    }
    let own = provider.get(&format!("/api/treatments?patientId={patient}")).await.expect(StatusCode::OK);
    assert_eq!(own[0]["may_void"], true);
}

#[tokio::test]
async fn a_void_needs_a_proof_of_identity_of_the_last_15_minutes() {
    let clinic = TestClinic::new().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let records = signed_by(&provider).await;
    clinic.clock().advance(TimeDelta::minutes(8));
    provider.get("/api/patients").await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::minutes(8));
    let before = clinic.fingerprint().await;
    for record in &records {
        void(&provider, record).await.refused(StatusCode::FORBIDDEN, "proof_required");
    }
    assert_eq!(clinic.fingerprint().await, before);
    provider.post("/api/auth/prove", json!({ "password": PASSWORD })).await.expect(StatusCode::OK);
    for record in &records {
        void(&provider, record).await.expect(StatusCode::OK);
    }
}

#[tokio::test]
async fn a_void_needs_a_reason_and_happens_once() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let records = signed_by(&owner).await;
    let before = clinic.fingerprint().await;
    for record in &records {
        let path = format!("/api/{record}/void");
        let signature = factories::tall_signature();
        for reason in [json!(null), json!("  ")] {
            let wrong = json!({ "reason": reason, "signature": signature });
            owner.post(&path, wrong).await.refused_field("reason");
        }
        owner.post(&path, json!({ "signature": signature })).await.refused_field("reason");
        owner.post_nothing(&path).await.refused_field("reason");
        let long = json!({ "reason": "x".repeat(201), "signature": signature });
        let long = owner.post(&path, long).await.refused_field("reason");
        assert_eq!(long, "must be at most 200 characters");
        owner.post(&path, json!({ "reason": "a\nb", "signature": signature })).await.refused_field("reason");
        for drawing in
            [json!(null), json!(""), json!("data:image/png;base64,AAAA"), json!(factories::blank_picture(400, 120))]
        {
            owner.post(&path, json!({ "reason": "Wrong", "signature": drawing })).await.refused_field("signature");
        }
        owner.post(&path, json!({ "reason": "Wrong" })).await.refused_field("signature");
        owner
            .post(&path, json!({ "reason": "Wrong", "signature": signature, "voided_at": "1999-01-01T00:00:00Z" }))
            .await
            .refused_field("voided_at");
    }
    for nothing in [1, -1, i64::MAX, clinic.first_id + 999_999] {
        for kind in ["gfe/exams", "treatments"] {
            void(&owner, &format!("{kind}/{nothing}")).await.refused(StatusCode::NOT_FOUND, "not_found");
        }
    }
    assert_eq!(clinic.fingerprint().await, before);
    for (record, noun) in records.iter().zip(["exam", "treatment"]) {
        void(&owner, record).await.expect(StatusCode::OK);
        let after = clinic.fingerprint().await;
        let refused = void(&owner, record).await.refused(StatusCode::CONFLICT, "voided");
        assert_eq!(refused["error"], format!("This {noun} was voided. It stays in the history as it is."));
        assert_eq!(clinic.fingerprint().await, after);
    }
}

#[tokio::test]
async fn a_void_shows_its_signature_where_the_record_is_read_and_one_of_before_shows_none() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let exam = factories::exam(&owner, patient).await;
    let treatment = factories::treatment(&owner, patient).await;
    let opened = void(&owner, &format!("gfe/exams/{exam}")).await.expect(StatusCode::OK);
    let picture = opened["voided"]["signature"].clone();
    assert!(picture.as_str().unwrap().starts_with("data:image/png;base64,"));
    let exams = owner.get(&format!("/api/gfe/{patient}/history")).await.expect(StatusCode::OK);
    assert_eq!((&exams[0]["voided"]["by"], &exams[0]["voided"]["signature"]), (&json!("Olive Owner"), &Value::Null));
    void(&owner, &format!("treatments/{treatment}")).await.expect(StatusCode::OK);
    let listed = async || owner.get(&format!("/api/treatments?patientId={patient}")).await.expect(StatusCode::OK);
    assert_eq!(listed().await[0]["voided"]["signature"], picture);
    clinic.plant("update {}.record_void set signature = null").await;
    let before = listed().await;
    assert_eq!((&before[0]["voided"]["by"], &before[0]["voided"]["signature"]), (&json!("Olive Owner"), &Value::Null));
}

#[tokio::test]
async fn the_audit_names_the_record_and_holds_no_reason() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let exam = factories::exam(&owner, patient).await;
    let treatment = factories::treatment(&owner, patient).await;
    for (record, id, action) in [("treatments", treatment, "treatment.void"), ("gfe/exams", exam, "gfe.void")] {
        let addenda = format!("/api/{record}/{id}/addenda");
        owner.post(&addenda, factories::addendum()).await.expect(StatusCode::CREATED);
        void(&owner, &format!("{record}/{id}")).await.expect(StatusCode::OK);
        assert_eq!(factories::audited(&clinic, "member", action, &[patient], &[id]).await, 1, "{action}");
    }
    let telling = clinic.count("{}.audit t where t::text like '%another patient%' or t::text like '%latex%'").await;
    assert_eq!(telling, 0);
}
