use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::void;
use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

/// An exam and a treatment of one patient.
async fn records(person: &Client) -> [String; 2] {
    let patient = factories::patient(person).await;
    let exam = factories::exam(person, patient).await;
    let treatment = factories::treatment(person, patient).await;
    [format!("gfe/exams/{exam}"), format!("treatments/{treatment}")]
}

#[tokio::test]
async fn an_addendum_is_read_as_it_was_signed() {
    let clinic = TestClinic::new().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    for record in records(&provider).await {
        let path = format!("/api/{record}/addenda");
        assert_eq!(provider.get(&path).await.expect(StatusCode::OK), json!([]));
        let added = provider.post(&path, factories::addendum()).await.expect(StatusCode::CREATED);
        assert_eq!((&added["reason"], &added["author_name"]), (&json!("Left out"), &json!("Robin Provider")));
        assert_eq!(
            (&added["text"], &added["author_role"]),
            (&json!("Allergic to latex.\nAsked again today."), &json!("Provider"))
        );
        assert!(added["signature"].as_str().unwrap().starts_with("data:image/png;base64,"));
        assert!(added["created_at"].as_str().unwrap().parse::<DateTime<Utc>>().is_ok());
        let second = provider.post(&path, factories::addendum()).await.expect(StatusCode::CREATED);
        assert_eq!(provider.get(&path).await.expect(StatusCode::OK), json!([added, second]), "oldest first");
    }
}

#[tokio::test]
async fn a_record_shows_how_many_addenda_it_has_and_is_not_changed() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let exam = factories::exam(&owner, patient).await;
    let treatment = factories::treatment(&owner, patient).await;
    let listed = async || {
        let exams = owner.get(&format!("/api/gfe/{patient}/history")).await.expect(StatusCode::OK);
        let treatments = owner.get(&format!("/api/treatments?patientId={patient}")).await.expect(StatusCode::OK);
        [exams[0].clone(), treatments[0].clone()]
    };
    let mut before = listed().await;
    for record in [format!("gfe/exams/{exam}"), format!("treatments/{treatment}")] {
        for _ in 0..3 {
            owner.post(&format!("/api/{record}/addenda"), factories::addendum()).await.expect(StatusCode::CREATED);
        }
    }
    for row in &mut before {
        assert_eq!(row["addenda"], 0);
        row["addenda"] = json!(3);
    }
    // The chart's version rises with each addendum to the treatment and to its exam.
    before[1]["version"] = json!(before[1]["version"].as_i64().unwrap() + 6);
    assert_eq!(listed().await, before);
}

#[tokio::test]
async fn whoever_may_make_the_record_may_add_to_it() {
    let clinic = TestClinic::new().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let [exam, treatment] = records(&provider).await;
    for (role, to_exam, to_treatment) in [
        (Role::Provider, true, true),
        (Role::MedicalDirector, true, true),
        (Role::Nurse, false, true),
        (Role::MedicalAssistant, false, false),
        (Role::PracticeManager, false, false),
    ] {
        let person = clinic.signed_in_as(role).await;
        for (record, allowed) in [(&exam, to_exam), (&treatment, to_treatment)] {
            let answer = person.post(&format!("/api/{record}/addenda"), factories::addendum()).await;
            if allowed {
                answer.expect(StatusCode::CREATED);
            } else {
                answer.refused(StatusCode::FORBIDDEN, "forbidden");
            }
        }
    }
}

#[tokio::test]
async fn an_invalid_addendum_is_refused_and_nothing_is_written() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let records = records(&owner).await;
    let before = clinic.fingerprint().await;
    for record in &records {
        let with = async |field: &str, value: Value| {
            let mut new = factories::addendum();
            new[field] = value;
            owner.post(&format!("/api/{record}/addenda"), new).await
        };
        for field in ["reason", "text", "signature"] {
            for nothing in [json!(null), json!(""), json!("  "), json!(7), json!(["a"])] {
                with(field, nothing).await.refused_field(field);
            }
        }
        assert_eq!(
            with("reason", json!("x".repeat(201))).await.refused_field("reason"),
            "must be at most 200 characters"
        );
        assert_eq!(
            with("text", json!("x".repeat(10_001))).await.refused_field("text"),
            "must be at most 10,000 characters"
        );
        with("reason", json!("two\nlines")).await.refused_field("reason");
        with("text", json!("a\u{0}b")).await.refused_field("text");
        let small = with("signature", json!(factories::provider_signature())).await.refused_field("signature");
        assert_eq!(small, "must be 400 by 120 pixels");
        with("signature", json!(factories::blank_picture(400, 120))).await.refused_field("signature");
        for forged in ["author_id", "author_name", "exam_id", "treatment_id", "signer"] {
            assert_eq!(with(forged, json!(1)).await.refused_field(forged), "is not part of this form");
        }
    }
    for nothing in [1, -1, i64::MAX, clinic.first_id + 999_999] {
        for kind in ["gfe/exams", "treatments"] {
            let path = format!("/api/{kind}/{nothing}/addenda");
            owner.get(&path).await.refused(StatusCode::NOT_FOUND, "not_found");
            owner.post(&path, factories::addendum()).await.refused(StatusCode::NOT_FOUND, "not_found");
        }
    }
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn nothing_is_added_to_a_voided_record() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for record in records(&owner).await {
        let path = format!("/api/{record}/addenda");
        let first = owner.post(&path, factories::addendum()).await.expect(StatusCode::CREATED);
        void(&owner, &record).await.expect(StatusCode::OK);
        let before = clinic.fingerprint().await;
        owner.post(&path, factories::addendum()).await.refused(StatusCode::CONFLICT, "voided");
        assert_eq!(clinic.fingerprint().await, before);
        assert_eq!(owner.get(&path).await.expect(StatusCode::OK), json!([first]), "they can still be read");
    }
}

#[tokio::test]
async fn a_page_has_at_most_ten_addenda_and_1_mb() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let [exam, treatment] = records(&owner).await;
    for record in [&exam, &treatment] {
        owner.post(&format!("/api/{record}/addenda"), factories::addendum()).await.expect(StatusCode::CREATED);
    }
    let more = |picture: u32| {
        format!(
            "insert into {{}}.addendum (exam_id, treatment_id, author_id, reason, text, signature, signature_sha256,
                created_at, signer, content_digest)
             select exam_id, treatment_id, author_id, reason, repeat(chr(34), 10000), decode(repeat('ab', {picture}), 'hex'),
                signature_sha256, created_at, signer, content_digest
             from (select * from {{}}.addendum where treatment_id is not null order by id limit 1) it, generate_series(1, 24)"
        )
    };
    clinic.plant(&more(500)).await;
    let sizes = async |query: &str| -> (Vec<usize>, Vec<i64>) {
        let (mut path, mut sizes, mut ids) = (Some(format!("/api/{treatment}/addenda{query}")), Vec::new(), Vec::new());
        while let Some(wanted) = path {
            let answer = owner.get(&wanted).await;
            assert!(answer.text.len() <= 1_000_000, "{} bytes", answer.text.len());
            path = answer.next_page();
            let rows = answer.expect(StatusCode::OK);
            sizes.push(rows.as_array().unwrap().len());
            ids.extend(rows.as_array().unwrap().iter().map(factories::id));
        }
        (sizes, ids)
    };
    let (usual, ids) = sizes("").await;
    assert_eq!(usual, [10, 10, 5]);
    assert!(ids.is_sorted(), "oldest first, none twice");
    assert_eq!(sizes("?limit=1000").await, (usual, ids.clone()), "never more than ten");
    assert_eq!(sizes("?limit=5").await.0, [5, 5, 5, 5, 5], "no empty page after the last");
    let exams = owner.get(&format!("/api/{exam}/addenda")).await.expect(StatusCode::OK);
    assert_eq!(exams.as_array().unwrap().len(), 1, "each record has its own");
    clinic.plant(&more(64 * 1024)).await;
    let (sizes, ids) = sizes("").await;
    assert_eq!(ids.len(), 49);
    assert!(sizes.iter().any(|size| (1..10).contains(size)) && sizes.iter().all(|size| *size <= 10), "{sizes:?}");
}
