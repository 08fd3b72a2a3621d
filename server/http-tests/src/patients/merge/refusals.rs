use axum::http::StatusCode;
use serde_json::json;

use super::{merge, read_patient, two, undo};
use crate::testing::{TestClinic, factories};
use base::permission::Role;

#[tokio::test]
async fn a_merge_is_of_two_patients_of_this_clinic_as_they_were_seen() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = two(&owner).await;
    let elsewhere = factories::patient(&TestClinic::new().await.owner().await).await;
    let before = clinic.fingerprint_of(&["patient", "patient_merge", "patient_change"]).await;
    let path = |id: i64| format!("/api/patients/{id}/merge");
    let body = |other: i64, versions: (i32, i32)| json!({ "other_id": other, "version": versions.0, "other_version": versions.1, "from_other": [] });
    for (one, two) in [(survivor, elsewhere), (elsewhere, other), (elsewhere, elsewhere)] {
        owner.post(&path(one), body(two, (1, 2))).await.refused(StatusCode::NOT_FOUND, "not_found");
        owner.get(&format!("/api/patients/{one}/merge/{two}")).await.refused(StatusCode::NOT_FOUND, "not_found");
        undo(&owner, one, two).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    owner.get(&format!("/api/patients/{elsewhere}/merges")).await.refused(StatusCode::NOT_FOUND, "not_found");
    owner.post(&path(survivor), body(survivor, (1, 1))).await.refused(StatusCode::CONFLICT, "same_patient");
    for versions in [(2, 2), (1, 1)] {
        owner.post(&path(survivor), body(other, versions)).await.refused(StatusCode::PRECONDITION_FAILED, "stale");
    }
    for bad in [json!(["id"]), json!("email"), json!([7])] {
        let mut merging = body(other, (1, 2));
        merging["from_other"] = bad;
        owner.post(&path(survivor), merging).await.refused_field("from_other");
    }
    let mut without = body(other, (1, 2));
    without["version"] = json!("x");
    owner.post(&path(survivor), without).await.refused_field("version");
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    nurse.post(&path(survivor), body(other, (1, 2))).await.refused(StatusCode::FORBIDDEN, "forbidden");
    undo(&nurse, survivor, other).await.refused(StatusCode::FORBIDDEN, "forbidden");
    undo(&owner, survivor, other).await.refused(StatusCode::CONFLICT, "not_merged");
    assert_eq!(clinic.fingerprint_of(&["patient", "patient_merge", "patient_change"]).await, before);
    owner.post(&path(survivor), body(other, (1, 2))).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_merged_patient_is_merged_with_nobody_else() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = two(&owner).await;
    let third = factories::patient(&owner).await;
    merge(&owner, survivor, other, &[]).await.expect(StatusCode::OK);
    for (one, two) in [(survivor, other), (third, other), (other, third), (other, survivor)] {
        merge(&owner, one, two, &[]).await.refused(StatusCode::CONFLICT, "merged");
    }
    merge(&owner, survivor, third, &[]).await.expect(StatusCode::OK);
    let merges = owner.get(&format!("/api/patients/{survivor}/merges")).await.expect(StatusCode::OK);
    assert_eq!(merges.as_array().unwrap().len(), 2);
    undo(&owner, survivor, other).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn an_active_record_does_not_disappear_into_an_archived_one() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (archived, active) = two(&owner).await;
    owner.post(&format!("/api/patients/{archived}/archive"), json!({})).await.expect(StatusCode::OK);
    let before = clinic.fingerprint_of(&["patient", "patient_merge", "patient_change"]).await;
    let refused = merge(&owner, archived, active, &[]).await.refused(StatusCode::CONFLICT, "survivor_archived");
    assert!(refused["error"].as_str().unwrap().contains("is archived"), "{refused}");
    assert_eq!(clinic.fingerprint_of(&["patient", "patient_merge", "patient_change"]).await, before);
    merge(&owner, active, archived, &[]).await.expect(StatusCode::OK);
    undo(&owner, active, archived).await.expect(StatusCode::OK);
    assert!(read_patient(&owner, archived).await["archived"].is_object());
    // If both are archived, either can survive.
    owner.post(&format!("/api/patients/{active}/archive"), json!({})).await.expect(StatusCode::OK);
    merge(&owner, archived, active, &[]).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn nothing_is_written_into_a_record_that_was_merged() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = two(&owner).await;
    factories::exam(&owner, other).await;
    let template = factories::template(&owner).await;
    merge(&owner, survivor, other, &[]).await.expect(StatusCode::OK);
    let to = |rest: &str| format!("/api/patients/{other}{rest}");
    let gift = json!({ "points": 30, "reason": "A gift" });
    for (path, body) in [
        (to("/notes"), json!({ "body": "Prefers mornings" })),
        (to("/archive"), json!({})),
        ("/api/gfe".to_owned(), json!({ "patient_id": other, "vitals": "HR: 70 bpm" })),
        ("/api/treatments".to_owned(), factories::botox(other)),
        ("/api/appointments".to_owned(), factories::appointment(other)),
        ("/api/gfe-estimate".to_owned(), factories::estimate(other)),
        (format!("/api/consents/{other}/issue"), json!({ "templateId": template })),
        (format!("/api/loyalty/patients/{other}/adjust"), gift),
    ] {
        let refused = owner.post(&path, body).await.refused(StatusCode::CONFLICT, "merged");
        assert!(refused["error"].as_str().unwrap().contains(&survivor.to_string()), "{path}: {refused}");
    }
    owner.patch(&to(""), json!({ "pronouns": "she/her" })).await.refused(StatusCode::CONFLICT, "merged");
    owner
        .put(&to("/clinical/allergies"), json!({ "answer": "none_known" }))
        .await
        .refused(StatusCode::CONFLICT, "merged");
    owner.delete(&to("")).await.refused(StatusCode::CONFLICT, "merged");
    for rest in ["/timeline", "/summary", "/notes", "/clinical", "/changes"] {
        owner.get(&to(rest)).await.refused(StatusCode::CONFLICT, "merged");
    }
}
