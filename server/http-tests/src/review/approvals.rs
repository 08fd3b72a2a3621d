//! Several charts approved at once: all of them, or none.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::{ReviewedClinic, approvals, approve, approve_all, evidence};
use crate::testing::factories;
use base::permission::Role;

#[tokio::test]
async fn complete_charts_are_approved_with_one_signature() {
    let reviewed = ReviewedClinic::new().await;
    let other = factories::cleared_patient(&reviewed.director).await;
    factories::ask_about_health(&reviewed.director, other).await;
    let mut charts = vec![(reviewed.chart().await, 1), (reviewed.chart().await, 1)];
    charts.push((factories::treatment(&reviewed.provider, other).await, 1));
    approve_all(&reviewed.director, &charts).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(reviewed.counts().await, [0; 4]);
    assert_eq!(approvals(&reviewed.clinic).await, 3);
    let ids: Vec<_> = charts.iter().map(|(id, _)| *id).collect();
    let audited =
        factories::audited(&reviewed.clinic, "member", "review.approve", &[reviewed.patient, other], &ids).await;
    assert_eq!(audited, 1);
    assert_eq!(evidence(&reviewed.clinic).await, [""; 0]);
    let digests = reviewed.clinic.count("(select distinct content_digest from {}.treatment_approval) d").await;
    assert_eq!(digests, 3, "each is bound to its own treatment");
}

#[tokio::test]
async fn one_that_cannot_be_approved_leaves_all_as_they_are() {
    let reviewed = ReviewedClinic::new().await;
    let other = reviewed.clinic.signed_in_as(Role::MedicalDirector).await;
    let good = (reviewed.chart().await, 1);
    let incomplete = reviewed.treat(json!({ "notes": "Fine", "units": 20 })).await;
    let own = factories::treatment(&reviewed.director, reviewed.patient).await;
    let (approved, voided, returned) = (reviewed.chart().await, reviewed.chart().await, reviewed.chart().await);
    approve(&reviewed.director, approved).await.expect(StatusCode::OK);
    let void = factories::void("Entered twice");
    reviewed.director.post(&format!("/api/treatments/{voided}/void"), void).await.expect(StatusCode::OK);
    reviewed.return_it(returned, "Which lot?").await.expect(StatusCode::NO_CONTENT);
    let before = reviewed.clinic.fingerprint().await;
    for (bad, status, code) in [
        ((incomplete, 1), StatusCode::CONFLICT, "incomplete"),
        ((own, 1), StatusCode::FORBIDDEN, "own_treatment"),
        ((approved, 1), StatusCode::CONFLICT, "already_approved"),
        ((voided, 1), StatusCode::CONFLICT, "voided"),
        ((returned, 2), StatusCode::CONFLICT, "returned"),
        ((returned, 1), StatusCode::PRECONDITION_FAILED, "stale"),
        ((999_999_999, 1), StatusCode::NOT_FOUND, "not_found"),
    ] {
        approve_all(&reviewed.director, &[good, bad]).await.refused(status, code);
        assert_eq!(reviewed.clinic.fingerprint().await, before, "{code}");
    }
    let refused = approve_all(&reviewed.director, &[good, (incomplete, 1)]).await;
    let sentence = refused.refused(StatusCode::CONFLICT, "incomplete")["error"].take();
    assert!(sentence.as_str().unwrap().contains("Nora Lindqvist is not complete (No lot)"), "{sentence}");
    // The other director may approve it, because it is not their own.
    approve_all(&other, &[good, (own, 1)]).await.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn ones_own_is_never_among_them_even_while_nobody_else_may_approve_it() {
    let reviewed = ReviewedClinic::new().await;
    let own = factories::treatment(&reviewed.director, reviewed.patient).await;
    approve_all(&reviewed.director, &[(own, 1)]).await.refused(StatusCode::FORBIDDEN, "own_treatment");
    approve(&reviewed.director, own).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_chart_to_which_something_was_added_since_it_was_seen_is_refused() {
    let reviewed = ReviewedClinic::new().await;
    let (first, second) = (reviewed.chart().await, reviewed.chart().await);
    let addenda = format!("/api/treatments/{second}/addenda");
    reviewed.provider.post(&addenda, factories::addendum()).await.expect(StatusCode::CREATED);
    let refused = approve_all(&reviewed.director, &[(first, 1), (second, 1)]).await;
    refused.refused(StatusCode::PRECONDITION_FAILED, "stale");
    assert_eq!(approvals(&reviewed.clinic).await, 0);
    // The exam is part of every chart that it cleared.
    let exam = reviewed.clinic.rows("select id from {}.exam").await[0].try_get::<i64>("", "id").unwrap();
    let addenda = format!("/api/gfe/exams/{exam}/addenda");
    reviewed.provider.post(&addenda, factories::addendum()).await.expect(StatusCode::CREATED);
    let mut seen = Vec::new();
    for id in [first, second] {
        seen.push((id, reviewed.row(id).await["version"].as_i64().unwrap()));
    }
    assert_eq!(seen, [(first, 2), (second, 3)]);
    // A single approval may name the version too.
    let approval = json!({ "director_signature": factories::tall_signature() });
    let path = format!("/api/treatments/{first}/approve");
    let stale = reviewed.director.send_from_version(1, Method::POST, &path, Some(&approval)).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    approve_all(&reviewed.director, &seen).await.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_list_that_makes_no_sense_is_refused() {
    let reviewed = ReviewedClinic::new().await;
    let id = reviewed.chart().await;
    let before = reviewed.clinic.fingerprint().await;
    let post = async |charts: Value| {
        let body = json!({ "charts": charts, "director_signature": factories::tall_signature() });
        reviewed.director.post("/api/review/approvals", body).await
    };
    post(json!([])).await.refused_field("charts");
    post(json!([{ "id": id, "version": 1 }, { "id": id, "version": 1 }])).await.refused_field("charts");
    post(json!([{ "id": id }])).await.refused_field("charts");
    post(json!("all")).await.refused_field("charts");
    let many: Vec<_> = (0..26).map(|place| json!({ "id": id + place, "version": 1 })).collect();
    post(json!(many)).await.refused_field("charts");
    let unsigned = json!({ "charts": [{ "id": id, "version": 1 }], "director_signature": "" });
    reviewed.director.post("/api/review/approvals", unsigned).await.refused_field("director_signature");
    assert_eq!(reviewed.clinic.fingerprint().await, before);
}

#[tokio::test]
async fn an_old_proof_is_not_enough() {
    let reviewed = ReviewedClinic::new().await;
    let id = reviewed.chart().await;
    reviewed.clinic.plant("update {}.session set proved_at = proved_at - interval '16 minutes'").await;
    approve_all(&reviewed.director, &[(id, 1)]).await.refused(StatusCode::FORBIDDEN, "proof_required");
    let settings = json!({ "chart_due_hours": 48, "share": 100, "providers": [] });
    reviewed.set(settings).await.refused(StatusCode::FORBIDDEN, "proof_required");
    assert_eq!(approvals(&reviewed.clinic).await, 0);
}
