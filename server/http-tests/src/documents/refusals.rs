use axum::http::StatusCode;
use serde_json::json;

use super::{Records, printed, work};
use crate::testing::{Server, TestClinic, factories};
use base::permission::Role;
use papers::documents::Program;

#[tokio::test]
async fn a_role_prints_only_what_it_may_read_whole() {
    let clinic = TestClinic::new().await;
    let records = Records::new(&clinic.owner().await).await;
    let desk = clinic.signed_in_as(Role::Receptionist).await;
    let before = clinic.fingerprint_of(&["document", "job"]).await;
    for (kind, id) in [("exam", records.exam), ("treatment", records.treatment)] {
        let answer = desk.post("/api/documents", json!({ "kind": kind, "id": id })).await;
        answer.refused(StatusCode::FORBIDDEN, "forbidden");
    }
    let staff = clinic.signed_in_as(Role::Staff).await;
    for (kind, id) in records.all() {
        let answer = staff.post("/api/documents", json!({ "kind": kind, "id": id })).await;
        answer.refused(StatusCode::FORBIDDEN, "forbidden");
    }
    assert_eq!(clinic.fingerprint_of(&["document", "job"]).await, before);
    printed(&clinic, &desk, "consent", records.consent).await;
}

#[tokio::test]
async fn what_is_no_record_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let other = Records::new(&clinic.server.clinic().await.owner().await).await;
    let before = clinic.fingerprint_of(&["document", "job"]).await;
    for (kind, id) in other.all() {
        let answer = owner.post("/api/documents", json!({ "kind": kind, "id": id })).await;
        answer.refused(StatusCode::NOT_FOUND, "not_found");
    }
    let post = async |body| owner.post("/api/documents", body).await;
    assert_eq!(post(json!({ "kind": "export", "id": 1 })).await.refused_field("kind"), "must be one of the choices");
    assert_eq!(
        post(json!({ "kind": "prescription", "id": 1 })).await.refused_field("kind"),
        "must be one of the choices"
    );
    assert_eq!(post(json!({ "kind": "exam", "id": "none" })).await.refused_field("id"), "must be chosen");
    assert_eq!(clinic.fingerprint_of(&["document", "job"]).await, before);
}

#[tokio::test]
async fn the_number_of_a_merged_patient_is_refused_as_where_the_record_is_read() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let records = Records::new(&owner).await;
    let survivor = factories::patient(&owner).await;
    let merging = json!({ "other_id": records.patient, "version": 1, "other_version": 1 });
    owner.post(&format!("/api/patients/{survivor}/merge"), merging).await.expect(StatusCode::OK);
    let read = owner.get(&format!("/api/patients/{}/summary", records.patient)).await;
    let read = read.refused(StatusCode::CONFLICT, "merged");
    let before = clinic.fingerprint_of(&["document", "job"]).await;
    let exports = format!("/api/patients/{}/exports", records.patient);
    for answer in [
        owner.post("/api/documents", json!({ "kind": "patient", "id": records.patient })).await,
        owner.post("/api/documents", json!({ "kind": "statement", "id": records.patient })).await,
        owner.post(&exports, json!({})).await,
        owner.get(&exports).await,
    ] {
        assert_eq!(answer.refused(StatusCode::CONFLICT, "merged")["error"], read["error"]);
    }
    assert_eq!(clinic.fingerprint_of(&["document", "job"]).await, before);
}

#[tokio::test]
async fn a_document_is_for_who_asked_for_it_alone() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let document = factories::id(&printed(&clinic, &owner, "patient", patient).await);
    let colleague = clinic.signed_in_as(Role::MedicalDirector).await;
    let stranger = clinic.server.clinic().await.owner().await;
    for client in [colleague, stranger] {
        for path in [format!("/api/documents/{document}"), format!("/api/documents/{document}/file")] {
            client.get(&path).await.refused(StatusCode::NOT_FOUND, "not_found");
        }
    }
    let anonymous = clinic.anonymous().get(&format!("/api/documents/{document}/file")).await;
    anonymous.refused(StatusCode::UNAUTHORIZED, "signed_out");
}

#[tokio::test]
async fn without_the_program_printing_is_not_ready_and_nothing_is_kept() {
    let clinic = Server::with_documents("/nowhere/celadon-documents").clinic().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let answer = owner.post("/api/documents", json!({ "kind": "patient", "id": patient })).await;
    assert_eq!(answer.headers["retry-after"], "30");
    let refusal = answer.refused(StatusCode::SERVICE_UNAVAILABLE, "printing_not_ready");
    assert_eq!(refusal["error"], "Printing is not ready yet. Please try again in a few minutes.");
    let answer = owner.post(&format!("/api/patients/{patient}/exports"), json!({})).await;
    answer.refused(StatusCode::SERVICE_UNAVAILABLE, "printing_not_ready");
    assert_eq!(clinic.count("{}.document").await, 0);
}

#[tokio::test]
async fn a_program_that_fails_fails_the_document_alone() {
    let clinic = Server::with_documents("/bin/false").clinic().await;
    assert!(clinic.server.app.part::<Program>().is_there());
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let asked = owner.post("/api/documents", json!({ "kind": "patient", "id": patient })).await;
    let document = factories::id(&asked.expect(StatusCode::CREATED));
    work(&clinic).await;
    let shown = owner.get(&format!("/api/documents/{document}")).await.expect(StatusCode::OK);
    assert_eq!(shown["state"], "failed");
    assert_eq!(shown["problem"], "This could not be set as a PDF.");
    owner.get(&format!("/api/documents/{document}/file")).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.count("{}.job where done_at is null").await, 0);
}
