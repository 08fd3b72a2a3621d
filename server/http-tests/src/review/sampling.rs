//! The share of each provider's treatments that is reviewed.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::{ReviewedClinic, approve, ids};
use crate::testing::factories;
use base::permission::Role;

/// Adds so many copies of this treatment.
async fn plant(reviewed: &ReviewedClinic, like: i64, number: u32) {
    let sql = format!(
        "insert into {{}}.treatment (patient_id, exam_id, provider_id, treatment_type, notes, units, lot, provider_signature,
            provider_signature_sha256, created_at)
         select patient_id, exam_id, provider_id, treatment_type, notes, units, lot, provider_signature,
            provider_signature_sha256, created_at + interval '1 second'
         from {{}}.treatment, generate_series(1, {number}) where id = {like}"
    );
    reviewed.clinic.plant(&sql).await;
}

/// Fixes the random seed, so that tests select the same treatments each time.
async fn fix_seed(reviewed: &ReviewedClinic) {
    reviewed.clinic.plant("update {}.review_seed set seed = sha256('a fixed seed')").await;
}

fn settings(share: i32, providers: &Value) -> Value {
    json!({ "chart_due_hours": 72, "share": share, "providers": providers })
}

#[tokio::test]
async fn everything_is_reviewed_until_a_share_is_set() {
    let reviewed = ReviewedClinic::new().await;
    let id = reviewed.chart().await;
    let shown = reviewed.director.get("/api/review/settings").await.expect(StatusCode::OK);
    assert_eq!((&shown["chart_due_hours"], &shown["share"], &shown["version"]), (&json!(72), &json!(100), &json!(0)));
    let provider = reviewed.provider_of(id).await;
    let named = shown["providers"].as_array().unwrap().iter().find(|one| one["provider_id"] == provider).unwrap();
    assert_eq!(*named, json!({ "provider_id": provider, "provider_name": "Robin Provider", "share": null }));
    plant(&reviewed, id, 50).await;
    assert_eq!(reviewed.counts().await[0], 51);
    assert_eq!(reviewed.clinic.count("{}.review_seed").await, 0);
}

#[tokio::test]
async fn a_share_selects_about_as_many_and_the_same_ones_each_time() {
    let reviewed = ReviewedClinic::new().await;
    reviewed.set(settings(10, &json!([]))).await.expect(StatusCode::OK);
    fix_seed(&reviewed).await;
    let first = reviewed.chart().await;
    plant(&reviewed, first, 2_000).await;
    let selected = async || {
        let rows = reviewed.director.get("/api/review?part=all&limit=200").await;
        let number = reviewed.counts().await[0];
        assert_eq!(rows.next_page().is_some(), number > 200);
        (number, ids(rows.json().as_array().unwrap()))
    };
    let (number, once) = selected().await;
    // A tenth of 2,001: the standard deviation is 13.4, and the seed is fixed.
    assert!((150..=250).contains(&number), "{number}");
    assert_eq!(selected().await, (number, once.clone()));
    // Another seed selects others.
    reviewed.clinic.plant("update {}.review_seed set seed = sha256('another seed')").await;
    assert_ne!(selected().await.1, once);
    // None, and all.
    // The count stops above the 500 that the screen names.
    for (share, expected) in [(0, 0), (100, 501)] {
        reviewed.clinic.plant(&format!("update {{}}.review_sample set share = {share}")).await;
        assert_eq!(reviewed.counts().await[0], expected);
    }
}

#[tokio::test]
async fn a_share_holds_for_what_is_recorded_from_then_on() {
    let reviewed = ReviewedClinic::new().await;
    let before = reviewed.chart().await;
    let provider = reviewed.provider_of(before).await;
    reviewed.set(settings(100, &json!([{ "provider_id": provider, "share": 0 }]))).await.expect(StatusCode::OK);
    let none = reviewed.chart().await;
    reviewed
        .clinic
        .plant(&format!("update {{}}.treatment set created_at = now() + interval '1 minute' where id = {none}"))
        .await;
    let others = factories::treatment(&reviewed.director, reviewed.patient).await;
    assert_eq!(ids(&reviewed.queue("all").await), [before, others]);
    // The clinic's share applies again, an hour later.
    reviewed.clinic.clock().advance(chrono::TimeDelta::hours(1));
    let director = reviewed.clinic.owner().await;
    let back = settings(100, &json!([{ "provider_id": provider, "share": null }]));
    director.put("/api/review/settings", back).await.expect(StatusCode::OK);
    let provider = reviewed.clinic.signed_in_as(Role::Provider).await;
    let after = factories::treatment(&provider, reviewed.patient).await;
    let own = format!(
        "update {{}}.treatment set provider_id = (select provider_id from {{}}.treatment where id = {before}) where id = {after}"
    );
    reviewed.clinic.plant(&own).await;
    assert_eq!(ids(&super::queue(&director, "all").await), [before, others, after]);
}

#[tokio::test]
async fn what_is_not_selected_is_neither_pending_nor_queued_and_can_be_approved() {
    let reviewed = ReviewedClinic::new().await;
    reviewed.set(settings(0, &json!([]))).await.expect(StatusCode::OK);
    let id = reviewed.chart().await;
    assert_eq!(reviewed.counts().await, [0; 4]);
    assert_eq!(reviewed.director.get("/api/treatments/pending").await.expect(StatusCode::OK), json!([]));
    let states = reviewed.provider.get(&format!("/api/review/states?patientId={}", reviewed.patient)).await;
    assert_eq!(states.expect(StatusCode::OK)[0]["state"], "Not selected");
    // A director who returns a treatment selects it.
    reviewed.return_it(id, "Which lot?").await.expect(StatusCode::NO_CONTENT);
    assert_eq!(reviewed.counts().await, [0, 0, 0, 1]);
    reviewed.resubmit(id).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(reviewed.counts().await[0], 1);
    assert_eq!(reviewed.director.get("/api/treatments/pending").await.expect(StatusCode::OK)[0]["id"], id);
    let other = reviewed.chart().await;
    approve(&reviewed.director, other).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn settings_are_audited_versioned_and_nobody_sets_their_own_share() {
    let reviewed = ReviewedClinic::new().await;
    let provider = reviewed.provider_of(reviewed.chart().await).await;
    let own = reviewed.provider_of(factories::treatment(&reviewed.director, reviewed.patient).await).await;
    let before = reviewed.clinic.fingerprint().await;
    for (bad, field) in [
        (json!({ "chart_due_hours": 0, "share": 100, "providers": [] }), "chart_due_hours"),
        (json!({ "chart_due_hours": 721, "share": 100, "providers": [] }), "chart_due_hours"),
        (json!({ "chart_due_hours": 72, "share": 101, "providers": [] }), "share"),
        (settings(100, &json!([{ "provider_id": provider, "share": -1 }])), "providers"),
        (settings(100, &json!([{ "provider_id": 999_999_999, "share": 1 }])), "providers"),
        (
            settings(100, &json!([{ "provider_id": provider, "share": 1 }, { "provider_id": provider, "share": 2 }])),
            "providers",
        ),
        (settings(100, &json!(7)), "providers"),
    ] {
        reviewed.set(bad).await.refused_field(field);
    }
    reviewed
        .set(settings(100, &json!([{ "provider_id": own, "share": 1 }])))
        .await
        .refused(StatusCode::FORBIDDEN, "own_share");
    assert_eq!(reviewed.clinic.fingerprint().await, before);
    let changed = json!({ "chart_due_hours": 48, "share": 50, "providers": [{ "provider_id": provider, "share": 20 }, { "provider_id": own, "share": null }] });
    let changed = reviewed.set(changed).await.expect(StatusCode::OK);
    assert_eq!(
        (&changed["chart_due_hours"], &changed["share"], &changed["version"]),
        (&json!(48), &json!(50), &json!(1))
    );
    let detail = reviewed
        .clinic
        .rows("select detail from {}.audit where action = 'review.settings.write' and outcome = 'done'")
        .await;
    let detail: Value = serde_json::from_str(&detail[0].try_get::<String>("", "detail").unwrap()).unwrap();
    let fields: Vec<_> =
        detail["changed"].as_array().unwrap().iter().map(|one| one["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["chart_due_hours", "share", "share of Robin Provider"]);
    let stale = reviewed
        .director
        .send_from_version(0, Method::PUT, "/api/review/settings", Some(&settings(10, &json!([]))))
        .await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    // An unchanged share adds no row.
    let shares = reviewed.clinic.count("{}.review_sample").await;
    reviewed.set(settings(50, &json!([{ "provider_id": provider, "share": 20 }]))).await.expect(StatusCode::OK);
    assert_eq!((shares, reviewed.clinic.count("{}.review_sample").await), (2, 2));
    reviewed.provider.get("/api/review/settings").await.refused(StatusCode::FORBIDDEN, "forbidden");
}
