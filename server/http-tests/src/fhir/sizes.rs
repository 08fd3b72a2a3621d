//! Answers have at most 1 MB, however long the records are.

use axum::http::StatusCode;

use super::{clinic, ids, next};
use crate::testing::{Client, TestClinic, factories};

/// Reads all pages and checks that none is too large. Returns their number, and the ids of all resources.
async fn bounded(clinic: &TestClinic, program: &Client, path: &str) -> (usize, Vec<String>) {
    let (mut path, mut pages, mut all) = (Some(format!("/api/fhir/r4/{path}")), 0, Vec::new());
    while let Some(wanted) = path {
        let answer = program.get(&wanted).await;
        assert!(answer.text.len() <= 1_000_000, "{wanted}: {} bytes", answer.text.len());
        let bundle = answer.expect(StatusCode::OK);
        path = next(&bundle).map(|url| url.strip_prefix(&clinic.origin()).unwrap().to_owned());
        pages += 1;
        all.extend(ids(&bundle));
    }
    (pages, all)
}

#[tokio::test]
async fn long_notes_and_texts_make_shorter_pages_and_nothing_is_missed() {
    let (clinic, owner, program) = clinic().await;
    let id = factories::cleared_patient(&owner).await;
    let treatment = factories::treatment(&owner, id).await;
    owner
        .post(&format!("/api/treatments/{treatment}/addenda"), factories::addendum())
        .await
        .expect(StatusCode::CREATED);
    factories::consent(&owner, id).await;
    // Quotation marks are twice as long in JSON.
    for plan in [
        "insert into {}.appointment (patient_id, service, starts_at, ends_at, notes, allow_overlap, created_at)
         select $, 'Botox', at, at + interval '30 minutes', repeat(chr(34), 10000), false, now()
         from generate_series(1, 120) n, lateral (select timestamptz '2027-07-01 12:00Z' + n * interval '1 minute') t (at)",
        "insert into {}.treatment (patient_id, exam_id, provider_id, treatment_type, notes, provider_signature,
            provider_signature_sha256, created_at)
         select patient_id, exam_id, provider_id, treatment_type, repeat(chr(34), 10000), provider_signature,
            provider_signature_sha256, created_at
         from (select * from {}.treatment where patient_id = $ limit 1) it, generate_series(1, 119)",
        "insert into {}.addendum (treatment_id, author_id, reason, text, signature, signature_sha256, created_at, signer,
            content_digest)
         select t.id, a.author_id, a.reason, repeat(chr(34), 10000), a.signature, a.signature_sha256, a.created_at,
            a.signer, a.content_digest
         from {}.addendum a, {}.treatment t where t.patient_id = $",
    ] {
        clinic.plant(&plan.replace('$', &id.to_string())).await;
    }
    for (kind, expected) in [("Appointment", 120), ("Procedure", 120)] {
        let (pages, found) = bounded(&clinic, &program, &format!("{kind}?patient={id}&_count=100")).await;
        assert!(pages > 2, "{kind}: {pages} pages");
        assert!(
            found.len() == expected && found.is_sorted_by_key(|id| id.parse::<i64>().unwrap()),
            "{kind}: {found:?}"
        );
    }
    let (pages, all) = bounded(&clinic, &program, &format!("Patient/{id}/$everything?_count=100")).await;
    // Two vitals of the exam, and the owner.
    assert_eq!(all.len(), 1 + 120 + 1 + 120 + 2 + 1, "in {pages} pages");
}
