use axum::http::{HeaderValue, Method, StatusCode, header::SET_COOKIE};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use super::{is_signed_in, login, prove};
use crate::testing::{Client, PASSWORD, TestClinic, factories};
use base::permission::Role;

async fn works(client: &Client) -> bool {
    let answer = client.get("/api/patients").await;
    if answer.status == StatusCode::OK {
        return true;
    }
    answer.refused(StatusCode::UNAUTHORIZED, "signed_out");
    false
}

fn time(value: &Value) -> DateTime<Utc> {
    value.as_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_session_ends_after_fifteen_idle_minutes() {
    let clinic = TestClinic::new().await;
    let (busy, idle) = (clinic.owner().await, clinic.owner().await);
    // A few seconds less than 15 minutes, because the test itself takes time.
    clinic.clock().advance(TimeDelta::seconds(14 * 60 + 50));
    assert!(works(&busy).await);
    clinic.clock().advance(TimeDelta::seconds(11));
    assert!(!works(&idle).await);
    clinic.clock().advance(TimeDelta::seconds(14 * 60 + 30));
    assert!(works(&busy).await, "work keeps it alive");
    clinic.clock().advance(TimeDelta::seconds(15 * 60 + 1));
    assert!(!works(&busy).await);
    assert!(!is_signed_in(&busy).await);
}

#[tokio::test]
async fn the_idle_time_is_the_clinics_setting() {
    let clinic = TestClinic::new().await;
    clinic.plant("update {}.clinic_setting set idle_minutes = 5").await;
    let owner = clinic.owner().await;
    assert_eq!(owner.get("/api/auth/session").await.expect(StatusCode::OK)["idle_minutes"], 5);
    clinic.clock().advance(TimeDelta::seconds(4 * 60 + 50));
    assert!(works(&owner).await);
    clinic.clock().advance(TimeDelta::seconds(5 * 60 + 1));
    assert!(!works(&owner).await);
}

#[tokio::test]
async fn reading_the_session_does_not_extend_it() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    clinic.clock().advance(TimeDelta::minutes(8));
    assert!(is_signed_in(&owner).await);
    clinic.clock().advance(TimeDelta::minutes(6));
    assert!(is_signed_in(&owner).await);
    clinic.clock().advance(TimeDelta::minutes(1));
    assert!(!is_signed_in(&owner).await);
    assert!(!works(&owner).await);
}

/// A request that a page makes by itself, without a person's action.
async fn refreshed(client: &Client) -> StatusCode {
    let mut request = client.request(Method::GET, "/api/appointments", None);
    request.headers_mut().insert("x-background", HeaderValue::from_static("1"));
    client.send(request).await.status
}

#[tokio::test]
async fn background_requests_do_not_extend_the_session() {
    let clinic = TestClinic::new().await;
    let (alone, at_work) = (clinic.owner().await, clinic.owner().await);
    for _ in 0..2 {
        clinic.clock().advance(TimeDelta::minutes(7));
        assert_eq!((refreshed(&alone).await, refreshed(&at_work).await), (StatusCode::OK, StatusCode::OK));
    }
    assert!(works(&at_work).await);
    clinic.clock().advance(TimeDelta::minutes(1));
    assert_eq!(refreshed(&alone).await, StatusCode::UNAUTHORIZED, "a screen that is left alone locks itself");
    assert_eq!(refreshed(&at_work).await, StatusCode::OK);
}

#[tokio::test]
async fn a_session_ends_after_twelve_hours() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let ends = time(&owner.get("/api/auth/session").await.expect(StatusCode::OK)["expires_at"]);
    for _ in 0..71 {
        clinic.clock().advance(TimeDelta::minutes(10));
        assert!(works(&owner).await);
    }
    clinic.clock().advance(TimeDelta::seconds(9 * 60 + 50));
    let session = prove(&owner).await;
    assert_eq!(time(&session["expires_at"]), ends, "neither work nor proofs move it");
    assert!(works(&owner).await);
    clinic.clock().advance(TimeDelta::seconds(11));
    assert!(!works(&owner).await);
    assert!(works(&clinic.owner().await).await);
}

#[tokio::test]
async fn the_sessions_own_age_decides_and_not_the_cookies() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    clinic.plant("update {}.session set created_at = created_at - interval '12 hours'").await;
    assert!(!works(&owner).await);
}

#[tokio::test]
async fn signing_out_invalidates_the_cookie() {
    let clinic = TestClinic::new().await;
    let (owner, elsewhere) = (clinic.owner().await, clinic.owner().await);
    let answer = owner.post_nothing("/api/auth/logout").await;
    assert_eq!((answer.status, answer.text.as_str()), (StatusCode::NO_CONTENT, ""));
    assert_eq!(answer.headers[SET_COOKIE], "celadon=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict");
    assert_eq!(answer.headers["clear-site-data"], "\"cache\", \"storage\"");
    assert!(!works(&owner).await);
    owner.post_nothing("/api/auth/logout").await.refused(StatusCode::UNAUTHORIZED, "signed_out");
    owner
        .post("/api/patients", json!({ "first_name": "Ann", "last_name": "Berg" }))
        .await
        .refused(StatusCode::UNAUTHORIZED, "signed_out");
    assert_eq!(clinic.count("{}.patient").await, 0);
    assert!(works(&elsewhere).await, "only this session ended");
}

#[tokio::test]
async fn a_proof_is_fresh_for_fifteen_minutes() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let proved_until = async || owner.get("/api/auth/session").await.expect(StatusCode::OK)["proved_until"].clone();
    assert!(proved_until().await.is_string(), "signing in is a proof");
    clinic.clock().advance(TimeDelta::minutes(8));
    assert!(works(&owner).await);
    clinic.clock().advance(TimeDelta::minutes(8));
    assert_eq!(proved_until().await, Value::Null);
    let wrong = json!({ "password": "another password" });
    owner.post("/api/auth/prove", wrong).await.refused(StatusCode::FORBIDDEN, "wrong_password");
    assert_eq!(proved_until().await, Value::Null);
    assert_eq!(
        clinic.count("{}.audit where action = 'auth.prove' and outcome = 'denied' and member_id is not null").await,
        1
    );
    let now = clinic.clock().now();
    let session = prove(&owner).await;
    let until = time(&session["proved_until"]) - now;
    assert!(until >= TimeDelta::minutes(15) && until < TimeDelta::minutes(16), "{until}");
    assert_eq!(proved_until().await, session["proved_until"]);
    for wrong in
        [json!({}), json!({ "password": "" }), json!({ "password": 5 }), json!({ "password": "x".repeat(129) })]
    {
        owner.post("/api/auth/prove", wrong).await.refused_field("password");
    }
    clinic
        .anonymous()
        .post("/api/auth/prove", json!({ "password": PASSWORD }))
        .await
        .refused(StatusCode::UNAUTHORIZED, "signed_out");
}

#[tokio::test]
async fn a_changed_member_takes_effect_with_the_next_request() {
    let clinic = TestClinic::new().await;
    let email = factories::member(&clinic, Role::PracticeManager).await;
    let client = clinic.anonymous().sign_in(&email).await;
    client.get("/api/consents/templates").await.expect(StatusCode::OK);
    clinic.plant(&format!("update {{}}.member set role = 'Staff' where email = '{email}'")).await;
    client.get("/api/consents/templates").await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(client.get("/api/auth/session").await.expect(StatusCode::OK)["member"]["role"], "Staff");
    for (gone, back) in [("status = 'inactive'", "status = 'active'"), ("removed_at = now()", "removed_at = null")] {
        clinic.plant(&format!("update {{}}.member set {gone} where email = '{email}'")).await;
        assert!(!is_signed_in(&client).await, "{gone}");
        clinic.plant(&format!("update {{}}.member set {back} where email = '{email}'")).await;
        assert!(is_signed_in(&client).await);
    }
}

#[tokio::test]
async fn another_role_or_status_ends_a_members_sessions() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for (change, to, again) in [("role", "Staff", StatusCode::OK), ("status", "inactive", StatusCode::UNAUTHORIZED)] {
        let email = factories::member(&clinic, Role::Nurse).await;
        let nurse = clinic.anonymous().sign_in(&email).await;
        let id = nurse.get("/api/auth/session").await.expect(StatusCode::OK)["member"]["id"].clone();
        let mut changed = robin(&email);
        changed[change] = json!(to);
        owner.put(&format!("/api/team/{id}"), changed).await.expect(StatusCode::OK);
        assert!(!works(&nurse).await, "{change}");
        assert_eq!(login(&clinic.anonymous(), &email, PASSWORD).await.status, again, "{change}");
    }
}

#[tokio::test]
async fn what_is_no_matter_of_signing_in_is_changed_without_signing_a_member_out() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let email = factories::member(&clinic, Role::Nurse).await;
    let nurse = clinic.anonymous().sign_in(&email).await;
    let id = nurse.get("/api/auth/session").await.expect(StatusCode::OK)["member"]["id"].clone();
    for (change, to) in [
        ("phone", json!("(555) 010-7788")),
        ("first_name", json!("Robyn")),
        ("department", json!("Management")),
        ("hire_date", json!("2024-02-01")),
        ("license_number", json!("RN-1")),
        ("license_expires_on", json!("2031-01-31")),
        ("specialties", json!("Lips")),
        ("notes", json!("Mondays")),
        ("takes_appointments", json!(false)),
        // The same address, written differently.
        ("email", json!(email.to_uppercase())),
    ] {
        let mut changed = robin(&email);
        changed[change] = to;
        owner.put(&format!("/api/team/{id}"), changed).await.expect(StatusCode::OK);
        assert!(works(&nurse).await, "{change}");
    }
}

/// The fields of a nurse as the form of a member sends them.
fn robin(email: &str) -> Value {
    json!({
        "first_name": "Robin", "last_name": "Nurse", "email": email, "role": "Nurse", "department": "Clinical",
        "status": "active", "hire_date": "2024-01-01",
    })
}

#[tokio::test]
async fn a_foreign_cookie_signs_nobody_in() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let good = owner.cookie.clone().unwrap();
    let (head, signature) = good.rsplit_once('.').unwrap();
    for bad in [
        format!("{good}x"),
        format!("{head}.{}", signature.chars().rev().collect::<String>()),
        format!("{head}."),
        "celadon=".to_owned(),
        "celadon=null".to_owned(),
        format!("{good}; {good}"),
        good.replace("celadon=", "__Host-celadon="),
    ] {
        let client = owner.with_cookie(bad);
        assert!(!works(&client).await, "{:?}", client.cookie);
    }
    assert!(works(&owner).await);
}
