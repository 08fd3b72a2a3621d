use axum::http::StatusCode;
use chrono::TimeDelta;
use futures_util::future::join;
use serde_json::{Value, json};

use super::issued;
use crate::testing::{TestClinic, factories};

const REASON: &str = "I would like to talk to somebody first.\nI have an allergy.";

fn reason() -> Value {
    json!({ "reason": REASON })
}

#[tokio::test]
async fn a_patient_declines_with_a_reason_that_staff_see() {
    let (clinic, patient, consent, path) = issued().await;
    let declined = clinic.anonymous().post(&format!("{path}/decline"), reason()).await.expect(StatusCode::OK);
    assert_eq!(factories::audited(&clinic, "patient", "portal.consent.decline", &[patient], &[consent]).await, 1);
    let owner = clinic.owner().await;
    let listed = owner.get(&format!("/api/consents?patientId={patient}")).await.expect(StatusCode::OK);
    let shown = ["status", "declined_at", "decline_reason", "signed_at"].map(|field| listed[0][field].clone());
    assert_eq!(shown, [json!("Declined"), declined["declined_at"].clone(), json!(REASON), Value::Null]);
    let opened = owner.get(&format!("/api/consents/issued/{consent}")).await.expect(StatusCode::OK);
    let kinds: Vec<_> = opened["history"].as_array().unwrap().iter().map(|event| event["kind"].clone()).collect();
    assert_eq!(kinds, ["issued", "declined"]);
    // The page still shows it after a reload, and the link can no longer sign.
    let page = clinic.anonymous().get(&path).await.expect(StatusCode::OK);
    assert_eq!(page["declined_at"], declined["declined_at"]);
    let before = clinic.fingerprint().await;
    clinic.anonymous().post_nothing(&format!("{path}/sign")).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    for what in ["revoke", "resend", "remind"] {
        let refused = owner.post_nothing(&format!("/api/consents/issued/{consent}/{what}")).await;
        refused.refused(StatusCode::CONFLICT, "declined");
    }
    assert_eq!(clinic.fingerprint().await, before);
    // The reason may be clinical, so only its own table stores it.
    for table in ["audit", "job"] {
        assert_eq!(clinic.count(&format!("{{}}.{table} t where strpos(t::text, 'allergy') > 0")).await, 0, "{table}");
    }
    assert!(factories::role_may_not(&clinic, "update consent_decline set reason = ''").await);
    assert!(factories::role_may_not(&clinic, "delete from consent_decline").await);
}

#[tokio::test]
async fn a_decline_needs_a_reason_and_a_valid_link() {
    let (clinic, _, consent, path) = issued().await;
    let decline = format!("{path}/decline");
    let before = clinic.fingerprint().await;
    for (body, words) in [
        (json!({}), "Reason is required"),
        (json!({ "reason": "  " }), "Reason is required"),
        (json!({ "reason": "x".repeat(1_001) }), "must be at most 1,000 characters"),
        (json!({ "reason": 5 }), "must be text"),
        (json!({ "reason": "a\u{0}b" }), "holds a character that cannot be saved"),
    ] {
        assert_eq!(clinic.anonymous().post(&decline, body).await.refused_field("reason"), words);
    }
    let unknown = format!("/api/portal/consent/{}/decline", "x".repeat(43));
    clinic.anonymous().post(&unknown, reason()).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    assert_eq!(clinic.fingerprint().await, before);
    clinic.clock().advance(TimeDelta::days(31));
    clinic.anonymous().post(&decline, reason()).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    let owner = clinic.owner().await;
    owner.post_nothing(&format!("/api/consents/issued/{consent}/revoke")).await.expect(StatusCode::OK);
    clinic.anonymous().post(&decline, reason()).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    assert_eq!(clinic.count("{}.consent_decline").await, 0);
}

#[tokio::test]
async fn a_signed_consent_cannot_be_declined() {
    let (clinic, _, _, path) = issued().await;
    clinic.anonymous().post_nothing(&format!("{path}/sign")).await.expect(StatusCode::OK);
    let before = clinic.fingerprint().await;
    let late = clinic.anonymous().post(&format!("{path}/decline"), reason()).await;
    late.refused(StatusCode::CONFLICT, "already_signed");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_signing_and_declining_at_once_one_wins() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    for _ in 0..12 {
        let (consent, token) = factories::consent(&owner, patient).await;
        let path = format!("/api/portal/consent/{token}");
        let (one, other) = (clinic.anonymous(), clinic.anonymous());
        let (sign, decline) = (format!("{path}/sign"), format!("{path}/decline"));
        let (signed, declined) = join(one.post_nothing(&sign), other.post(&decline, reason())).await;
        let outcomes = (signed.status == StatusCode::OK, declined.status == StatusCode::OK);
        let rows = (
            clinic.count(&format!("{{}}.consent_signature where consent_id = {consent}")).await == 1,
            clinic.count(&format!("{{}}.consent_decline where consent_id = {consent}")).await == 1,
        );
        assert_eq!(outcomes, rows);
        assert!(rows.0 != rows.1, "{rows:?}");
    }
}
