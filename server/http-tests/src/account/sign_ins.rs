//! Listing a member's sessions, and ending them.

use axum::http::{HeaderValue, Method, StatusCode, header::USER_AGENT};
use chrono::TimeDelta;
use serde_json::{Value, json};
use uuid::Uuid;

use super::is_signed_in;
use crate::testing::{Client, PASSWORD, TestClinic};
use base::permission::Role;

async fn listed(client: &Client) -> Vec<Value> {
    client.get("/api/auth/sessions").await.expect(StatusCode::OK).as_array().unwrap().clone()
}

/// The owner, on a tablet.
async fn on_a_tablet(clinic: &TestClinic) -> Client {
    let anonymous = clinic.anonymous();
    let login = json!({ "email": "owner@clinic.example", "password": PASSWORD });
    let mut request = anonymous.request(Method::POST, "/api/auth/login", Some(&login));
    let browser = "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1";
    request.headers_mut().insert(USER_AGENT, HeaderValue::from_static(browser));
    let answer = anonymous.send(request).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    anonymous.with_cookie_of(&answer)
}

#[tokio::test]
async fn a_member_lists_and_ends_their_own_sessions() {
    let clinic = TestClinic::new().await;
    let here = clinic.owner().await;
    clinic.clock().advance(TimeDelta::minutes(1));
    let tablet = on_a_tablet(&clinic).await;
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    let list = listed(&here).await;
    let devices: Vec<_> = list.iter().map(|one| (&one["device"], &one["is_this"])).collect();
    let (safari, unknown) = (json!("Safari on an iPad"), json!("an unknown browser"));
    assert_eq!(devices, [(&safari, &json!(false)), (&unknown, &json!(true))]);
    assert!(
        list.iter().all(|one| one["ip"].is_string() && one["began_at"].is_string() && one["last_seen_at"].is_string())
    );
    assert_eq!(listed(&nurse).await.len(), 1, "nobody sees another's");

    let path = |one: &Value| format!("/api/auth/sessions/{}", one["id"].as_str().unwrap());
    nurse.delete(&path(&list[0])).await.refused(StatusCode::NOT_FOUND, "not_found");
    here.delete(&path(&list[1])).await.refused(StatusCode::CONFLICT, "this_session");
    here.delete(&format!("/api/auth/sessions/{}", Uuid::new_v4())).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert!(is_signed_in(&tablet).await);
    here.delete(&path(&list[0])).await.expect(StatusCode::NO_CONTENT);
    assert!(!is_signed_in(&tablet).await && is_signed_in(&here).await);
    here.delete(&path(&list[0])).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(listed(&here).await.len(), 1);
    assert_eq!(clinic.count("{}.audit where action = 'auth.session.end' and outcome = 'done'").await, 1);
}

#[tokio::test]
async fn expired_sessions_are_not_listed() {
    let clinic = TestClinic::new().await;
    let idle = clinic.owner().await;
    clinic.clock().advance(TimeDelta::minutes(15));
    let here = clinic.owner().await;
    assert_eq!(listed(&here).await.len(), 1);
    assert!(!is_signed_in(&idle).await);
}
