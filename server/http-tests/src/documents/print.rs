use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{DocumentKind, Grants, Reader, Records, Which, gather, printed, said_of_estimate, work};
use crate::testing::{TestClinic, factories};
use base::permission::Role;
use papers::documents::forget_documents;
use tenancy::enter_for_job;

#[tokio::test]
async fn every_kind_of_record_prints_as_a_pdf() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let records = Records::new(&owner).await;
    for (kind, id) in records.all() {
        let document = printed(&clinic, &owner, kind, id).await;
        assert_eq!((&document["kind"], &document["problem"]), (&json!(kind), &json!(null)));
        let (headers, pdf) = owner.file(&format!("/api/documents/{}/file", factories::id(&document))).await;
        assert!(pdf.starts_with(b"%PDF-"), "{kind}");
        assert_eq!(headers["content-type"], "application/pdf");
        assert_eq!(headers["cache-control"], "no-store");
        assert!(headers["content-disposition"].to_str().unwrap().starts_with("inline; filename=\""));
    }
}

#[tokio::test]
async fn corrected_and_signed_records_print_too() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let records = Records::new(&owner).await;
    for record in [format!("gfe/exams/{}", records.exam), format!("treatments/{}", records.treatment)] {
        owner.post(&format!("/api/{record}/addenda"), factories::addendum()).await.expect(StatusCode::CREATED);
        owner.post(&format!("/api/{record}/void"), factories::void("Wrong patient")).await.expect(StatusCode::OK);
    }
    let (signed, token) = factories::consent(&owner, records.patient).await;
    let signing = json!({ "typed_name": "Nora Lindqvist" });
    let portal = clinic.anonymous();
    portal.post(&format!("/api/portal/consent/{token}/sign"), signing).await.expect(StatusCode::OK);
    let (declined, token) = factories::consent(&owner, records.patient).await;
    let declining = json!({ "reason": "Not yet" });
    portal.post(&format!("/api/portal/consent/{token}/decline"), declining).await.expect(StatusCode::OK);
    for (kind, id) in
        [("exam", records.exam), ("treatment", records.treatment), ("consent", signed), ("consent", declined)]
    {
        printed(&clinic, &owner, kind, id).await;
    }
}

#[tokio::test]
async fn a_record_with_adverse_events_prints_with_everything_that_was_written_about_them() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    let treatment = factories::treatment(&owner, patient).await;
    let mut event = factories::adverse_event(patient);
    event["treatment_id"] = json!(treatment);
    let event = factories::id(&owner.post("/api/adverse-events", event).await.expect(StatusCode::CREATED));
    let path = format!("/api/adverse-events/{event}");
    let correction = json!({ "reason": "Wrong side", "text": "Under the right eye", "severity": "severe" });
    owner.post(&format!("{path}/corrections"), correction).await.expect(StatusCode::OK);
    let follow_up = json!({ "status": "resolved_with_sequelae", "text": "A scar" });
    owner.post(&format!("{path}/follow-ups"), follow_up).await.expect(StatusCode::OK);
    owner.post_nothing(&format!("{path}/acknowledge")).await.expect(StatusCode::OK);
    printed(&clinic, &owner, "patient", patient).await;

    let said = async |role: Role| {
        let reader = Reader { grants: Grants { role, is_owner: false }, zone: chrono_tz::UTC, sees_all: false };
        let which = Which { kind: DocumentKind::Patient, record: patient, version: None };
        let entered = enter_for_job(&clinic.server.app.tenants.db, clinic.provisioned.id).await.unwrap();
        gather(&entered.tx, reader, which).await.unwrap().value["adverse_events"].clone()
    };
    let events = said(Role::Nurse).await;
    let shown = &events[0];
    assert_eq!(
        [&shown["kind"], &shown["severity"], &shown["treatment"], &shown["details"], &shown["by"]],
        ["Nodule or granuloma", "Moderate (grade 2)", "Botox", "A hard lump under the left eye", "Olive Owner"]
    );
    assert!(shown["role"].as_str().unwrap().starts_with("Medical Director"));
    assert_eq!(shown["digest"].as_str().unwrap().len(), 64);
    let entries: Vec<_> = shown["entries"].as_array().unwrap().iter().map(|entry| entry["kind"].clone()).collect();
    assert_eq!(entries, ["Correction", "Follow-up", "Acknowledged"]);
    assert_eq!(shown["entries"][0]["severity"], "Severe (grade 3)");
    assert_eq!(shown["entries"][1]["status"], "Resolved with sequelae");
    assert_eq!(said(Role::Receptionist).await, Value::Null, "a role that does not see them");
}

#[tokio::test]
async fn the_file_is_sealed_and_gone_after_an_hour() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let document = factories::id(&printed(&clinic, &owner, "patient", patient).await);
    let readable = "{}.document where position('%PDF'::bytea in file) > 0";
    assert_eq!(clinic.count("{}.document where file is not null").await, 1);
    assert_eq!(clinic.count(readable).await, 0);

    clinic.clock().advance(TimeDelta::minutes(61));
    let owner = clinic.owner().await;
    owner.get(&format!("/api/documents/{document}")).await.refused(StatusCode::NOT_FOUND, "not_found");
    owner.get(&format!("/api/documents/{document}/file")).await.refused(StatusCode::NOT_FOUND, "not_found");
    let entered = enter_for_job(&clinic.server.app.tenants.db, clinic.provisioned.id).await.unwrap();
    forget_documents(&entered.tx, clinic.clock().now()).await.unwrap();
    entered.commit().await.unwrap();
    assert_eq!(clinic.count("{}.document").await, 0);
}

#[tokio::test]
async fn printing_and_opening_leave_a_row_of_the_audit_each() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let document = factories::id(&printed(&clinic, &owner, "patient", patient).await);
    assert_eq!(factories::audited(&clinic, "member", "document.print", &[patient], &[patient, document]).await, 1);
    owner.file(&format!("/api/documents/{document}/file")).await;
    assert_eq!(factories::audited(&clinic, "member", "document.open", &[patient], &[patient, document]).await, 1);
}

#[tokio::test]
async fn a_record_of_a_merged_patient_prints_for_the_survivor() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let records = Records::new(&owner).await;
    let survivor = factories::patient(&owner).await;
    let merging = json!({ "other_id": records.patient, "version": 1, "other_version": 1 });
    owner.post(&format!("/api/patients/{survivor}/merge"), merging).await.expect(StatusCode::OK);
    let document = factories::id(&printed(&clinic, &owner, "treatment", records.treatment).await);
    let row = format!("{{}}.document where id = {document} and patient_id = {survivor}");
    assert_eq!(clinic.count(&row).await, 1);
}

#[tokio::test]
async fn a_patient_who_was_only_printed_can_be_removed() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    printed(&clinic, &owner, "patient", patient).await;
    owner.delete(&format!("/api/patients/{patient}")).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(clinic.count("{}.document").await, 0);
}

#[tokio::test]
async fn who_has_lost_the_right_meanwhile_receives_nothing() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    let exam = factories::exam(&owner, patient).await;
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    let asked = nurse.post("/api/documents", json!({ "kind": "exam", "id": exam })).await.expect(StatusCode::CREATED);
    clinic.plant("update {}.member set role = 'Receptionist' where role = 'Nurse'").await;
    work(&clinic).await;
    let document = factories::id(&asked);
    let document = nurse.get(&format!("/api/documents/{document}")).await.expect(StatusCode::OK);
    assert_eq!(document["state"], "failed");
    assert_eq!(document["problem"], "Your role no longer allows this.");
}

#[tokio::test]
async fn an_earlier_version_of_an_estimate_prints_as_it_was() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let records = Records::new(&owner).await;
    let path = format!("/api/gfe-estimate/{}", records.estimate);
    owner.put(&path, factories::changed_estimate(records.patient)).await.expect(StatusCode::OK);
    let new = json!({ "kind": "estimate", "id": records.estimate, "version": 1 });
    let asked = owner.post("/api/documents", new).await.expect(StatusCode::CREATED);
    work(&clinic).await;
    let document = factories::id(&asked);
    let (headers, pdf) = owner.file(&format!("/api/documents/{document}/file")).await;
    assert!(pdf.starts_with(b"%PDF-"));
    let name = headers["content-disposition"].to_str().unwrap();
    assert!(name.contains(&format!("estimate-{}-version-1-", records.estimate)), "{name}");
    // The content before typesetting, because the PDF holds it compressed.
    for (version, notes, newest) in [
        (Some(1), json!(null), json!("2")),
        (Some(2), json!("Two sessions"), json!(null)),
        (None, json!("Two sessions"), json!(null)),
    ] {
        let said = said_of_estimate(&clinic, records.estimate, version).await;
        assert_eq!((&said["notes"], &said["replaced_by"]), (&notes, &newest), "{version:?}");
    }
}

#[tokio::test]
async fn a_version_that_an_estimate_does_not_have_or_of_another_record_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let records = Records::new(&owner).await;
    let before = clinic.fingerprint_of(&["document", "job"]).await;
    let post = async |kind, id, version| {
        owner.post("/api/documents", json!({ "kind": kind, "id": id, "version": version })).await
    };
    post("estimate", records.estimate, 2).await.refused(StatusCode::NOT_FOUND, "not_found");
    post("estimate", records.estimate, 0).await.refused_field("version");
    assert_eq!(post("exam", records.exam, 1).await.refused_field("version"), "is for estimates");
    assert_eq!(clinic.fingerprint_of(&["document", "job"]).await, before);
}
