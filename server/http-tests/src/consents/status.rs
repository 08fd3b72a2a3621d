use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::Value;

use crate::testing::{Client, TestClinic, factories};

async fn statuses(client: &Client, patient: i64) -> Vec<String> {
    let listed = client.get(&format!("/api/consents?patientId={patient}")).await.expect(StatusCode::OK);
    listed.as_array().unwrap().iter().map(|consent| consent["status"].as_str().unwrap().to_owned()).collect()
}

async fn sign(clinic: &TestClinic, token: &str) -> Value {
    clinic.anonymous().post_nothing(&format!("/api/portal/consent/{token}/sign")).await.expect(StatusCode::OK)
}

#[tokio::test]
async fn a_consent_is_pending_until_it_is_signed_withdrawn_or_too_old() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (patient, other) = (factories::patient(&owner).await, factories::patient(&owner).await);
    let (_, to_sign) = factories::consent(&owner, patient).await;
    let (to_revoke, _) = factories::consent(&owner, patient).await;
    factories::consent(&owner, patient).await;
    factories::consent(&owner, other).await;
    assert_eq!(statuses(&owner, patient).await, ["Pending", "Pending", "Pending"]);
    let signed = sign(&clinic, &to_sign).await;
    owner.post_nothing(&format!("/api/consents/issued/{to_revoke}/revoke")).await.expect(StatusCode::OK);
    assert_eq!(statuses(&owner, patient).await, ["Pending", "Revoked", "Signed"]);
    let listed = owner.get(&format!("/api/consents?patientId={patient}")).await.expect(StatusCode::OK);
    assert_eq!((&listed[2]["signed_by_patient"], &listed[2]["signed_at"]), (&Value::Bool(true), &signed["signed_at"]));
    assert_eq!((&listed[1]["signed_by_patient"], &listed[1]["signed_at"]), (&Value::Bool(false), &Value::Null));
    clinic.clock().advance(TimeDelta::days(30) - TimeDelta::minutes(5));
    let owner = clinic.owner().await;
    assert_eq!(statuses(&owner, patient).await, ["Pending", "Revoked", "Signed"]);
    clinic.clock().advance(TimeDelta::minutes(6));
    assert_eq!(statuses(&owner, patient).await, ["Expired", "Revoked", "Signed"]);
    assert_eq!(statuses(&owner, other).await, ["Expired"]);
}

#[tokio::test]
async fn a_links_lifetime_is_the_clinics_setting() {
    let clinic = TestClinic::new().await;
    clinic.plant("update {}.clinic_setting set consent_link_days = 2").await;
    let owner = clinic.owner().await;
    let (_, token) = factories::consent(&owner, factories::patient(&owner).await).await;
    clinic.clock().advance(TimeDelta::days(2) - TimeDelta::minutes(5));
    clinic.anonymous().get(&format!("/api/portal/consent/{token}")).await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::minutes(6));
    let late = clinic.anonymous().get(&format!("/api/portal/consent/{token}")).await;
    late.refused(StatusCode::NOT_FOUND, "link_invalid");
}

#[tokio::test]
async fn a_withdrawn_consents_link_is_not_found() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (id, token) = factories::consent(&owner, patient).await;
    let portal = format!("/api/portal/consent/{token}");
    clinic.anonymous().get(&portal).await.expect(StatusCode::OK);
    let path = format!("/api/consents/issued/{id}/revoke");
    let revoked = owner.post_nothing(&path).await.expect(StatusCode::OK);
    assert_eq!((&revoked["status"], factories::id(&revoked)), (&Value::from("Revoked"), id));
    assert_eq!(factories::audited(&clinic, "member", "consent.revoke", &[patient], &[id]).await, 1);
    clinic.anonymous().get(&portal).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    clinic.anonymous().post_nothing(&format!("{portal}/sign")).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    assert_eq!(clinic.count("{}.consent_signature").await, 0);
    // A repeated request changes nothing, not even the time.
    let before = clinic.fingerprint().await;
    clinic.clock().advance(TimeDelta::minutes(1));
    owner.post_nothing(&path).await.expect(StatusCode::OK);
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_signed_consent_cannot_be_withdrawn() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (id, token) = factories::consent(&owner, patient).await;
    sign(&clinic, &token).await;
    let before = clinic.fingerprint().await;
    let path = format!("/api/consents/issued/{id}/revoke");
    owner.post_nothing(&path).await.refused(StatusCode::CONFLICT, "already_signed");
    for nothing in ["1", "-1", "x"] {
        let path = format!("/api/consents/issued/{nothing}/revoke");
        owner.post_nothing(&path).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    for path in ["/api/consents", "/api/consents?patientId=x"] {
        owner.get(path).await.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid");
    }
    owner.get("/api/consents?patientId=1").await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.fingerprint().await, before);
    assert_eq!(statuses(&owner, patient).await, ["Signed"]);
}

#[tokio::test]
async fn no_sql_of_the_clinics_role_alters_what_was_issued_or_signed() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (_, token) = factories::consent(&owner, factories::patient(&owner).await).await;
    sign(&clinic, &token).await;
    for sql in [
        "update consent set body = 'another'",
        "update consent set template_version = 9",
        "update consent set token_hash = ''",
        "update consent set expires_at = now()",
        "delete from consent",
        "update consent_signature set signed_at = now()",
        "delete from consent_signature",
        "delete from consent_template",
    ] {
        assert!(factories::role_may_not(&clinic, sql).await, "{sql}");
    }
    assert!(!factories::role_may_not(&clinic, "update consent set revoked_at = now()").await);
}
