//! Merging, treating and undoing when a treatment of one record uses the exam of the other.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{merge, two, undo};
use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

async fn chart(owner: &Client, treatment: i64) -> Value {
    owner.get(&format!("/api/review/{treatment}")).await.expect(StatusCode::OK)
}

#[tokio::test]
async fn a_merge_is_not_undone_while_a_treatment_of_one_rests_on_the_exam_of_the_other() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = two(&owner).await;
    factories::exam(&owner, other).await;
    let early = factories::treatment(&owner, other).await;
    merge(&owner, survivor, other, &[]).await.expect(StatusCode::OK);
    let treatment = factories::treatment(&owner, survivor).await;
    assert!(chart(&owner, treatment).await["exam"].is_object());
    let both = [survivor.min(other), survivor.max(other)];
    assert_eq!(factories::audited(&clinic, "member", "review.read", &both, &[treatment]).await, 1, "both are named");

    let preview = owner.get(&format!("/api/patients/{survivor}/merges/{other}")).await.expect(StatusCode::OK);
    let refusal = preview["refusal"].as_str().unwrap();
    assert!(
        refusal.starts_with("A treatment of one record was recorded with the exam of the other: Botox on "),
        "{refusal}"
    );
    let before = clinic.fingerprint().await;
    undo(&owner, survivor, other).await.refused(StatusCode::CONFLICT, "exam_shared");
    assert_eq!(clinic.fingerprint().await, before);

    let void = format!("/api/treatments/{treatment}/void");
    owner.post(&void, factories::void("The exam is of somebody else")).await.expect(StatusCode::OK);
    undo(&owner, survivor, other).await.expect(StatusCode::OK);
    let alone = chart(&owner, treatment).await;
    assert_eq!((&alone["exam"], &alone["ticks"]["exam"]), (&Value::Null, &json!("missing")), "it is another person's");
    assert!(chart(&owner, early).await["exam"].is_object(), "what rests on its own exam goes back with it");
    assert_eq!(chart(&owner, early).await["ticks"]["exam"], "present");
}

/// Charts whose records were separated before such an undo was refused.
#[tokio::test]
async fn an_exam_of_another_record_is_none_and_its_chart_is_not_approved_with_others() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = two(&owner).await;
    factories::exam(&owner, other).await;
    merge(&owner, survivor, other, &[]).await.expect(StatusCode::OK);
    let provider = clinic.signed_in_as(Role::Provider).await;
    let treatment = factories::treatment(&provider, survivor).await;
    clinic.plant(&format!("update {{}}.patient set merged_into = null where id = {other}")).await;
    clinic.plant("update {}.patient_merge set undone_at = now(), undone_by = 'Olive Owner'").await;
    let seen = chart(&owner, treatment).await;
    assert_eq!((&seen["missing"], &seen["is_complete"]), (&json!("Exam of another record"), &json!(false)));
    assert_eq!((&seen["exam"], &seen["ticks"]["exam"]), (&Value::Null, &json!("missing")));
    assert_eq!(factories::audited(&clinic, "member", "review.read", &[survivor], &[treatment]).await, 1);
    let all = json!({ "charts": [{ "id": treatment, "version": seen["version"] }], "director_signature": factories::tall_signature() });
    owner.post("/api/review/approvals", all).await.refused(StatusCode::CONFLICT, "incomplete");
    assert_eq!(clinic.count("{}.treatment_approval").await, 0);
    let refused = owner.post("/api/treatments", factories::botox(survivor)).await;
    refused.refused(StatusCode::CONFLICT, "exam_missing");
}
