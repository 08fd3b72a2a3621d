//! Every refusal of a member is in the audit: what the member asked for, and who the member is.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::testing::{Server, TestClinic, factories, world::new_member};
use base::permission::Role;

/// How many refusals of this action there are about exactly these patients and objects.
async fn refused(clinic: &TestClinic, action: &str, patients: &[i64], objects: &[i64]) -> i64 {
    clinic
        .count(&format!(
            "{{}}.audit where actor = 'member' and member_id is not null and action = '{action}' and outcome = 'denied'
             and patient_ids = array{patients:?}::bigint[] and object_ids = array{objects:?}::bigint[]"
        ))
        .await
}

async fn all(clinic: &TestClinic) -> i64 {
    clinic.count("{}.audit where outcome = 'denied'").await
}

#[tokio::test]
async fn a_refusals_row_names_what_was_requested_and_not_what_exists() {
    let server = Server::new();
    let (clinic, other) = (server.clinic().await, server.clinic().await);
    let owner = clinic.owner().await;
    let elsewhere = factories::patient(&other.owner().await).await;
    let patient = factories::patient(&owner).await;
    let nobody = clinic.first_id + 900_000;

    // 404: a patient who does not exist, and one of another clinic.
    for id in [nobody, elsewhere] {
        owner.get(&format!("/api/patients/{id}")).await.refused(StatusCode::NOT_FOUND, "not_found");
        assert_eq!(refused(&clinic, "patient.read", &[id], &[]).await, 1);
        owner.get(&format!("/api/treatments?patientId={id}")).await.refused(StatusCode::NOT_FOUND, "not_found");
        assert_eq!(refused(&clinic, "treatment.list", &[id], &[]).await, 1);
    }
    // 409: no exam yet.
    owner.post("/api/treatments", factories::botox(patient)).await.expect(StatusCode::CONFLICT);
    assert_eq!(refused(&clinic, "treatment.create", &[patient], &[]).await, 1);
    // 412: changed in the meantime.
    let estimate =
        factories::id(&owner.post("/api/gfe-estimate", factories::estimate(patient)).await.expect(StatusCode::CREATED));
    let mut stale =
        owner.request(Method::PUT, &format!("/api/gfe-estimate/{estimate}"), Some(&factories::estimate(patient)));
    stale.headers_mut().insert("if-match", "7".parse().unwrap());
    owner.send(stale).await.refused(StatusCode::PRECONDITION_FAILED, "stale");
    assert_eq!(refused(&clinic, "estimate.update", &[patient], &[estimate]).await, 1);
    // 422: an invalid form.
    owner
        .post("/api/gfe", json!({ "patient_id": patient, "no such field": 1 }))
        .await
        .expect(StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused(&clinic, "gfe.create", &[patient], &[]).await, 1);

    assert_eq!(all(&clinic).await, 7, "one row each");
    assert_eq!(all(&other).await, 0, "the other clinic hears nothing of it");
    let entries = owner.get("/api/audit?limit=1").await.expect(StatusCode::OK);
    assert_eq!((&entries[0]["outcome"], &entries[0]["phrase"]), (&json!("denied"), &json!("Recorded an exam")));
    assert_eq!(entries[0]["patients"][0]["id"], json!(patient));
}

#[tokio::test]
async fn a_rules_refusal_is_audited_like_a_missing_permission() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    let manager = factories::id(&owner.post("/api/team", manager()).await.expect(StatusCode::CREATED)["member"]);

    // In team/rules.rs: a director does not change a manager.
    let path = format!("/api/team/{manager}");
    director.put(&path, new_member("other@clinic.example")).await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(refused(&clinic, "team.update", &[], &[manager]).await, 1);
    // In treatments/approval.rs: nobody approves their own treatment while there is another director.
    clinic.signed_in_as(Role::MedicalDirector).await;
    let patient = factories::cleared_patient(&director).await;
    let own = factories::treatment(&director, patient).await;
    let signature = json!({ "director_signature": factories::tall_signature() });
    let approve = format!("/api/treatments/{own}/approve");
    director.post(&approve, signature).await.refused(StatusCode::FORBIDDEN, "own_treatment");
    assert_eq!(refused(&clinic, "treatment.approve", &[], &[own]).await, 1);
    // A refusal that its handler records is not recorded twice.
    owner
        .post("/api/auth/prove", json!({ "password": "not the right one" }))
        .await
        .refused(StatusCode::FORBIDDEN, "wrong_password");
    assert_eq!(refused(&clinic, "auth.prove", &[], &[]).await, 1);
    let staff = clinic.signed_in_as(Role::Staff).await;
    staff.post("/api/patients", json!({})).await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(refused(&clinic, "patient.create", &[], &[]).await, 1);
    assert_eq!(all(&clinic).await, 4);
}

#[tokio::test]
async fn anonymous_requests_and_calls_without_records_leave_no_rows() {
    let clinic = TestClinic::new().await;
    let patient = factories::patient(&clinic.owner().await).await;
    let anonymous = clinic.anonymous();
    let before = clinic.count("{}.audit").await;
    anonymous.get(&format!("/api/patients/{patient}")).await.refused(StatusCode::UNAUTHORIZED, "signed_out");
    anonymous
        .get(&format!("/api/portal/consent/{}", "x".repeat(43)))
        .await
        .refused(StatusCode::NOT_FOUND, "link_invalid");
    let reset = json!({ "token": "x".repeat(43), "password": "a quite new password" });
    anonymous.post("/api/auth/reset", reset).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    anonymous.post("/api/auth/login", json!({})).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    anonymous.get("/api/nowhere").await.expect(StatusCode::NOT_FOUND);
    assert_eq!(clinic.count("{}.audit").await, before);
    let owner = clinic.owner().await;
    owner.get("/api/nowhere").await.expect(StatusCode::NOT_FOUND);
    assert_eq!(all(&clinic).await, 0);
}

#[tokio::test]
async fn a_refusal_that_cannot_be_audited_answers_an_error() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let nobody = clinic.first_id + 900_000;
    clinic.plant(&format!("revoke insert on {{}}.audit from {}", clinic.provisioned.schema)).await;
    let answer = owner.get(&format!("/api/patients/{nobody}")).await;
    assert!(answer.status.is_server_error(), "{}: {}", answer.status, answer.text);
}

fn manager() -> Value {
    let mut manager = new_member("manager@clinic.example");
    manager["role"] = json!("Practice Manager");
    manager
}
