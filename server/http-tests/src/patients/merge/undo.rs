use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::json;

use super::{answered, give, listed, merge, points, read_patient, two, undo};
use crate::testing::{Client, PASSWORD, TestClinic, factories};

#[tokio::test]
async fn an_undone_merge_leaves_both_records_as_they_were() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = two(&owner).await;
    factories::exam(&owner, other).await;
    give(&owner, other, 40).await;
    answered(&owner, other, "allergies", listed(&["Latex"])).await;
    merge(&owner, survivor, other, &["email", "preferred_name", "birth_date"]).await.expect(StatusCode::OK);
    // A member changes one of the fields and adds a note while the records are merged.
    let change = json!({ "preferred_name": "Nono" });
    owner.patch(&format!("/api/patients/{survivor}"), change).await.expect(StatusCode::OK);
    let note = json!({ "body": "Prefers mornings" });
    owner.post(&format!("/api/patients/{survivor}/notes"), note).await.expect(StatusCode::CREATED);
    let back = undo(&owner, survivor, other).await.expect(StatusCode::OK);
    assert_eq!(
        (&back["id"], &back["merged_into"], &back["email"]),
        (&json!(other), &json!(null), &json!("nora@work.example"))
    );
    let kept = read_patient(&owner, survivor).await;
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
    // They can be merged again, in the other direction.
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

async fn with_email(owner: &Client, email: &str) -> i64 {
    let patient = factories::patient(owner).await;
    owner.patch(&format!("/api/patients/{patient}"), json!({ "email": email })).await.expect(StatusCode::OK);
    patient
}

async fn email(owner: &Client, patient: i64) -> serde_json::Value {
    read_patient(owner, patient).await["email"].clone()
}

#[tokio::test]
async fn merges_of_one_survivor_are_undone_in_any_order_and_leave_nothing_of_a_stranger() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let survivor = with_email(&owner, "own@example.com").await;
        let mut others = Vec::new();
        for address in ["b@example.com", "c@example.com", "d@example.com"] {
            let other = with_email(&owner, address).await;
            merge(&owner, survivor, other, &["email"]).await.expect(StatusCode::OK);
            others.push((other, address));
        }
        let mut left: Vec<_> = others.clone();
        for number in order {
            let (other, _) = others[number];
            undo(&owner, survivor, other).await.expect(StatusCode::OK);
            left.retain(|(one, _)| *one != other);
            let newest = left.last().map_or("own@example.com", |(_, address)| *address);
            assert_eq!(email(&owner, survivor).await, newest, "{order:?} after {number}");
        }
        for (other, address) in others {
            assert_eq!(email(&owner, other).await, address);
        }
    }
}

#[tokio::test]
async fn a_field_that_was_changed_between_two_merges_stays_when_both_are_undone() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = (with_email(&owner, "own@example.com").await, with_email(&owner, "b@example.com").await);
    let third = with_email(&owner, "c@example.com").await;
    merge(&owner, survivor, other, &["email"]).await.expect(StatusCode::OK);
    let change = json!({ "email": "new@example.com" });
    owner.patch(&format!("/api/patients/{survivor}"), change).await.expect(StatusCode::OK);
    merge(&owner, survivor, third, &["email"]).await.expect(StatusCode::OK);
    undo(&owner, survivor, other).await.expect(StatusCode::OK);
    assert_eq!(email(&owner, survivor).await, "c@example.com");
    undo(&owner, survivor, third).await.expect(StatusCode::OK);
    assert_eq!(email(&owner, survivor).await, "new@example.com");
    // A value that both have stays with the record that is still merged.
    let twin = with_email(&owner, "b@example.com").await;
    for one in [other, twin] {
        merge(&owner, survivor, one, &["email"]).await.expect(StatusCode::OK);
    }
    undo(&owner, survivor, other).await.expect(StatusCode::OK);
    assert_eq!(email(&owner, survivor).await, "b@example.com");
    undo(&owner, survivor, twin).await.expect(StatusCode::OK);
    assert_eq!(email(&owner, survivor).await, "new@example.com");
}

#[tokio::test]
async fn a_merge_is_not_undone_while_points_of_both_were_used_together() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = two(&owner).await;
    give(&owner, survivor, 30).await;
    give(&owner, other, 40).await;
    merge(&owner, survivor, other, &[]).await.expect(StatusCode::OK);
    let redeem = format!("/api/loyalty/patients/{survivor}/redeem");
    owner.post(&redeem, json!({ "points": 50 })).await.expect(StatusCode::CREATED);
    let path = format!("/api/patients/{survivor}/merges/{other}");
    let preview = owner.get(&path).await.expect(StatusCode::OK);
    assert_eq!((&preview["survivor_points"], &preview["other_points"]), (&json!(-20), &json!(40)));
    let before = clinic.fingerprint().await;
    let refused = undo(&owner, survivor, other).await.refused(StatusCode::CONFLICT, "points_used");
    assert!(refused["error"].as_str().unwrap().contains("would be 20 points short"), "{refused}");
    assert_eq!(preview["refusal"], refused["error"]);
    assert_eq!(clinic.fingerprint().await, before);
    give(&owner, survivor, 20).await;
    undo(&owner, survivor, other).await.expect(StatusCode::OK);
    assert_eq!((points(&owner, survivor).await, points(&owner, other).await), (json!(0), json!(40)));
}

#[tokio::test]
async fn a_balance_that_was_below_zero_before_the_merge_keeps_nobody_from_undoing_it() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = two(&owner).await;
    give(&owner, other, 40).await;
    owner
        .post(&format!("/api/loyalty/patients/{other}/redeem"), json!({ "points": 30 }))
        .await
        .expect(StatusCode::CREATED);
    let entries = owner.get(&format!("/api/loyalty/patients/{other}/entries")).await.expect(StatusCode::OK);
    let reverse = format!("/api/loyalty/entries/{}/reverse", entries[1]["id"]);
    owner.post(&reverse, json!({ "reason": "A mistake" })).await.expect(StatusCode::CREATED);
    merge(&owner, survivor, other, &[]).await.expect(StatusCode::OK);
    undo(&owner, survivor, other).await.expect(StatusCode::OK);
    assert_eq!(points(&owner, other).await, json!(-30));
}

#[tokio::test]
async fn a_preview_says_what_undoing_brings_back_and_what_stays() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = two(&owner).await;
    factories::exam(&owner, other).await;
    give(&owner, other, 40).await;
    merge(&owner, survivor, other, &["email"]).await.expect(StatusCode::OK);
    factories::exam(&owner, survivor).await;
    answered(&owner, survivor, "allergies", listed(&["Latex"])).await;
    let path = format!("/api/patients/{survivor}/merges/{other}");
    let before = clinic.fingerprint().await;
    let preview = owner.get(&path).await.expect(StatusCode::OK);
    assert_eq!((&preview["returns"]["exams"], &preview["returns"]["points"]), (&json!(1), &json!(40)));
    assert_eq!((&preview["stays"]["exams"], &preview["stays"]["clinical_answers"]), (&json!(1), &json!(1)));
    assert_eq!((&preview["survivor_points"], &preview["other_points"]), (&json!(0), &json!(40)));
    assert_eq!(preview["fields"], json!([{ "field": "email", "from": "nora@work.example", "to": "nora@example.com" }]));
    assert_eq!(preview["refusal"], json!(null));
    assert_eq!(clinic.fingerprint().await, before, "a preview writes nothing");
    clinic.clock().advance(TimeDelta::days(31));
    let owner = clinic.owner().await;
    assert!(owner.get(&path).await.expect(StatusCode::OK)["refusal"].as_str().unwrap().contains("30 days"));
    owner.get(&format!("/api/patients/{other}/merges/{survivor}")).await.refused(StatusCode::CONFLICT, "not_merged");
}

#[tokio::test]
async fn after_an_undone_merge_a_record_without_entries_can_be_removed_and_the_merge_is_kept() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = two(&owner).await;
    merge(&owner, survivor, other, &["email"]).await.expect(StatusCode::OK);
    owner.delete(&format!("/api/patients/{survivor}")).await.refused(StatusCode::CONFLICT, "has_records");
    undo(&owner, survivor, other).await.expect(StatusCode::OK);
    for patient in [survivor, other] {
        owner.delete(&format!("/api/patients/{patient}")).await.expect(StatusCode::NO_CONTENT);
    }
    assert_eq!(clinic.count("{}.patient_merge where undone_at is not null").await, 1);
}

#[tokio::test]
async fn merging_and_undoing_need_a_proof_of_identity_of_the_last_15_minutes() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = two(&owner).await;
    let later = async || {
        for _ in 0..2 {
            clinic.clock().advance(TimeDelta::minutes(8));
            owner.get("/api/patients").await.expect(StatusCode::OK);
        }
    };
    let prove = async || {
        owner.post("/api/auth/prove", json!({ "password": PASSWORD })).await.expect(StatusCode::OK);
    };
    later().await;
    let before = clinic.fingerprint().await;
    merge(&owner, survivor, other, &[]).await.refused(StatusCode::FORBIDDEN, "proof_required");
    assert_eq!(clinic.fingerprint().await, before);
    prove().await;
    merge(&owner, survivor, other, &[]).await.expect(StatusCode::OK);
    later().await;
    undo(&owner, survivor, other).await.refused(StatusCode::FORBIDDEN, "proof_required");
    prove().await;
    undo(&owner, survivor, other).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn whoever_read_the_survivors_record_while_it_held_another_one_has_seen_that_one() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (other, survivor) = two(&owner).await;
    let last = factories::patient(&owner).await;
    let reads = async |patient: i64| {
        let log = owner.get(&format!("/api/audit?patientId={patient}&limit=500")).await.expect(StatusCode::OK);
        log.as_array().unwrap().iter().filter(|entry| entry["action"] == "record.summary").count()
    };
    let open = async |patient: i64| owner.get(&format!("/api/patients/{patient}/summary")).await.expect(StatusCode::OK);
    open(survivor).await;
    merge(&owner, survivor, other, &[]).await.expect(StatusCode::OK);
    open(survivor).await;
    assert_eq!(reads(other).await, 1, "while it is merged");
    merge(&owner, last, survivor, &[]).await.expect(StatusCode::OK);
    open(last).await;
    assert_eq!(reads(other).await, 2, "also through a further merge");
    undo(&owner, last, survivor).await.expect(StatusCode::OK);
    open(last).await;
    undo(&owner, survivor, other).await.expect(StatusCode::OK);
    open(survivor).await;
    assert_eq!((reads(other).await, reads(survivor).await, reads(last).await), (2, 4, 2));
    let table = owner.get(&format!("/api/audit/export?patientId={other}")).await.text;
    assert!(table.contains(&format!("(#{last})")), "{table}");
}

#[tokio::test]
async fn a_consent_of_a_merged_patient_tells_that_it_was_replaced() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = two(&owner).await;
    let (consent, _) = factories::consent(&owner, other).await;
    let issued = owner.get(&format!("/api/consents?patientId={other}")).await.expect(StatusCode::OK);
    let template = issued[0]["template_id"].clone();
    let newer = json!({ "name": "Botox consent", "body": "<p>A newer text</p>" });
    owner.put(&format!("/api/consents/templates/{template}"), newer).await.expect(StatusCode::OK);
    merge(&owner, survivor, other, &[]).await.expect(StatusCode::OK);
    owner.post_nothing(&format!("/api/consents/issued/{consent}/reissue")).await.expect(StatusCode::CREATED);
    let kinds = async || {
        let opened = owner.get(&format!("/api/consents/issued/{consent}")).await.expect(StatusCode::OK);
        opened["history"].as_array().unwrap().iter().map(|event| event["kind"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(kinds().await, ["issued", "replaced"]);
    undo(&owner, survivor, other).await.expect(StatusCode::OK);
    assert_eq!(kinds().await, ["issued", "replaced"]);
}
