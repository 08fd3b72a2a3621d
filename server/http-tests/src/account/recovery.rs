use axum::http::StatusCode;
use serde_json::json;

use super::{enrol, login_with};
use crate::testing::{PASSWORD, TestClinic, factories};

const OWNER: &str = "owner@clinic.example";

#[tokio::test]
async fn a_recovery_code_signs_in_once() {
    let clinic = TestClinic::new().await;
    let phone = enrol(&clinic, &clinic.owner().await).await;
    let session = login_with(&clinic.anonymous(), OWNER, &phone.codes[0]).await.expect(StatusCode::OK);
    assert_eq!((&session["second_factor"], &session["recovery_codes_left"]), (&json!("on"), &json!(9)));
    let again = login_with(&clinic.anonymous(), OWNER, &phone.codes[0]).await;
    again.refused(StatusCode::UNAUTHORIZED, "wrong_code");
    let by_hand = phone.codes[1].to_uppercase().replace('-', " ");
    login_with(&clinic.anonymous(), OWNER, &by_hand).await.expect(StatusCode::OK);
    let unknown = login_with(&clinic.anonymous(), OWNER, "0000-0000-0000-0000").await;
    unknown.refused(StatusCode::UNAUTHORIZED, "wrong_code");
    // The app's codes still work.
    login_with(&clinic.anonymous(), OWNER, &phone.code(&clinic, 1)).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn new_recovery_codes_invalidate_the_former_ones() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = "/api/auth/totp/recovery-codes";
    owner.post(path, json!({ "password": PASSWORD })).await.refused(StatusCode::CONFLICT, "second_factor_off");
    owner.post_nothing("/api/auth/totp").await.expect(StatusCode::CREATED);
    owner.post(path, json!({ "password": PASSWORD })).await.refused(StatusCode::CONFLICT, "second_factor_off");
    assert_eq!(clinic.count("{}.recovery_code").await, 0);
    let phone = enrol(&clinic, &owner).await;
    login_with(&clinic.anonymous(), OWNER, &phone.codes[0]).await.expect(StatusCode::OK);
    let answer = owner.post(path, json!({ "password": PASSWORD })).await.expect(StatusCode::CREATED);
    let codes: Vec<String> = serde_json::from_value(answer["codes"].clone()).unwrap();
    assert_eq!(codes.len(), 10);
    assert!(codes.iter().all(|code| !phone.codes.contains(code)));
    let former = login_with(&clinic.anonymous(), OWNER, &phone.codes[1]).await;
    former.refused(StatusCode::UNAUTHORIZED, "wrong_code");
    let session = login_with(&clinic.anonymous(), OWNER, &codes[0]).await.expect(StatusCode::OK);
    assert_eq!(session["recovery_codes_left"], 9);
    assert_eq!(factories::audited(&clinic, "member", "auth.totp.recovery_codes", &[], &[]).await, 1);
}
