use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::json;

use super::{answered, give, listed, merge, points, shown, two, undo};
use crate::testing::{TestClinic, factories};

#[tokio::test]
async fn an_undone_merge_leaves_both_records_as_they_were() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = two(&owner).await;
    factories::exam(&owner, other).await;
    give(&owner, other, 40).await;
    answered(&owner, other, "allergies", listed(&["Latex"])).await;
    merge(&owner, survivor, other, &["email", "preferred_name", "birth_date"]).await.expect(StatusCode::OK);
    // Somebody changes one of the fields, and adds a note, while both are one.
    let change = json!({ "preferred_name": "Nono" });
    owner.patch(&format!("/api/patients/{survivor}"), change).await.expect(StatusCode::OK);
    let note = json!({ "body": "Prefers mornings" });
    owner.post(&format!("/api/patients/{survivor}/notes"), note).await.expect(StatusCode::CREATED);
    let back = undo(&owner, survivor, other).await.expect(StatusCode::OK);
    assert_eq!(
        (&back["id"], &back["merged_into"], &back["email"]),
        (&json!(other), &json!(null), &json!("nora@work.example"))
    );
    let kept = shown(&owner, survivor).await;
    assert_eq!((&kept["email"], &kept["birth_date"]), (&json!("nora@example.com"), &json!("1985-03-14")));
    assert_eq!(kept["preferred_name"], "Nono", "what was changed since stays");
    assert_eq!((points(&owner, survivor).await, points(&owner, other).await), (json!(0), json!(40)));
    for (id, exams, notes) in [(survivor, 0, 1), (other, 1, 0)] {
        for (path, number) in [(format!("/api/gfe/{id}/history"), exams), (format!("/api/patients/{id}/notes"), notes)]
        {
            assert_eq!(owner.get(&path).await.expect(StatusCode::OK).as_array().unwrap().len(), number, "{path}");
        }
    }
    let clinical = owner.get(&format!("/api/patients/{survivor}/clinical")).await.expect(StatusCode::OK);
    assert_eq!(clinical["allergies"], json!(null));
    assert_eq!(factories::audited(&clinic, "member", "patient.merge.undo", &[survivor, other], &[]).await, 1);
    undo(&owner, survivor, other).await.refused(StatusCode::CONFLICT, "not_merged");
    // They can be merged again, the other way round.
    merge(&owner, other, survivor, &[]).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_merge_can_be_undone_for_thirty_days() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let mut pairs = Vec::new();
    for _ in 0..2 {
        let (survivor, other) = two(&owner).await;
        merge(&owner, survivor, other, &[]).await.expect(StatusCode::OK);
        pairs.push((survivor, other));
    }
    clinic.plant("update {}.patient_merge set merged_at = merged_at - interval '30 days' + interval '1 minute'").await;
    undo(&owner, pairs[0].0, pairs[0].1).await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::minutes(2));
    undo(&owner, pairs[1].0, pairs[1].1).await.refused(StatusCode::CONFLICT, "undo_expired");
    let merges = owner.get(&format!("/api/patients/{}/merges", pairs[1].0)).await.expect(StatusCode::OK);
    assert_eq!(merges[0]["may_undo"], false);
}
