use axum::http::StatusCode;
use serde_json::json;

use super::{enrol, login, login_with};
use crate::testing::{Client, PASSWORD, Server, TestClinic, factories, world::World};
use base::permission::{MATRIX, Role};

/// The calls that stay open: reading the session, proving identity, setting the factor up, signing out.
const OPEN: [(&str, &str); 5] = [
    ("GET", "/api/auth/session"),
    ("POST", "/api/auth/prove"),
    ("POST", "/api/auth/totp"),
    ("POST", "/api/auth/totp/confirm"),
    ("POST", "/api/auth/logout"),
];

async fn require_second_factor(clinic: &TestClinic) {
    clinic.plant("update {}.clinic_setting set second_factor = 'required'").await;
}

async fn state(client: &Client) -> String {
    let session = client.get("/api/auth/session").await.expect(StatusCode::OK);
    session["second_factor"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn without_a_required_second_factor_only_the_calls_that_set_it_up_are_allowed() {
    let world = World::new(&Server::new()).await;
    let everybody = world.everybody().await;
    require_second_factor(&world.clinic).await;
    let before = world.clinic.fingerprint().await;
    let (mut refused, mut open) = (0, std::collections::BTreeSet::new());
    for (column, client) in &everybody {
        // A server without rate limit counts, so that no limit of sign-ins interferes.
        let client = client.clone().on(Server::new().router);
        for call in world.calls() {
            let row = MATRIX.row(&call.method, call.template).unwrap();
            // Public calls and calls by a link need no session. The credential of a link is its token.
            let is_by_link =
                ["/api/portal", "/api/visit", "/api/calendar/"].iter().any(|path| call.template.starts_with(path));
            if row.permission == "-" || is_by_link {
                continue;
            }
            let key = (call.method.to_string(), call.template);
            if OPEN.contains(&(key.0.as_str(), key.1)) {
                assert_eq!(row.permission, "session.enrol", "{key:?}");
                open.insert(key);
                continue;
            }
            let answer = client.send(client.request(call.method.clone(), &call.path, call.body.as_ref())).await;
            let detail = format!("{column} {} {}: {}", call.method, call.template, answer.text);
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{detail}");
            assert_eq!(answer.json()["code"], "second_factor_required", "{detail}");
            refused += 1;
        }
    }
    assert_eq!(open.len(), OPEN.len());
    let held: Vec<_> = MATRIX.rows.iter().filter(|row| row.permission == "session.enrol").collect();
    assert_eq!(held.len(), OPEN.len(), "a call that is open to those without one is in this test's list");
    assert!(refused > 8 * 30, "{refused}");
    assert_eq!(world.clinic.fingerprint().await, before);
    let denied = world.clinic.count("{}.audit where outcome = 'denied'").await;
    assert_eq!(denied, refused, "each attempt is recorded");
}

#[tokio::test]
async fn a_member_without_a_required_second_factor_can_set_it_up_after_sign_in() {
    let clinic = TestClinic::new().await;
    let email = factories::member(&clinic, Role::Nurse).await;
    require_second_factor(&clinic).await;
    let answer = login(&clinic.anonymous(), &email, PASSWORD).await;
    let nurse = clinic.anonymous().with_cookie_of(&answer);
    assert_eq!(answer.expect(StatusCode::OK)["second_factor"], "must_enrol");
    assert_eq!(state(&nurse).await, "must_enrol");
    nurse.get("/api/patients").await.refused(StatusCode::FORBIDDEN, "second_factor_required");
    let phone = enrol(&clinic, &nurse).await;
    assert_eq!(state(&nurse).await, "on");
    nurse.get("/api/patients").await.expect(StatusCode::OK);
    login(&clinic.anonymous(), &email, PASSWORD).await.refused(StatusCode::UNAUTHORIZED, "code_required");
    login_with(&clinic.anonymous(), &email, &phone.code(&clinic, 1)).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn requiring_a_second_factor_takes_effect_with_the_next_request() {
    let clinic = TestClinic::new().await;
    let (owner, nurse) = (clinic.owner().await, clinic.signed_in_as(Role::Nurse).await);
    enrol(&clinic, &owner).await;
    require_second_factor(&clinic).await;
    owner.get("/api/patients").await.expect(StatusCode::OK);
    nurse.get("/api/patients").await.refused(StatusCode::FORBIDDEN, "second_factor_required");
    // A second factor that is started but not confirmed does not count.
    nurse.post_nothing("/api/auth/totp").await.expect(StatusCode::CREATED);
    nurse.get("/api/patients").await.refused(StatusCode::FORBIDDEN, "second_factor_required");
    clinic.plant("update {}.clinic_setting set second_factor = 'optional'").await;
    nurse.get("/api/patients").await.expect(StatusCode::OK);
    assert_eq!(state(&nurse).await, "off");
}

#[tokio::test]
async fn a_new_member_sets_up_the_required_second_factor_first() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let invited = owner.post("/api/team", crate::testing::world::new_member("new@clinic.example")).await;
    let token = factories::token_in(invited.expect(StatusCode::CREATED)["invite_url"].as_str().unwrap());
    require_second_factor(&clinic).await;
    let accepted = json!({ "token": token, "password": "a quite new password" });
    let answer = clinic.anonymous().post("/api/auth/accept-invite", accepted).await;
    let member = clinic.anonymous().with_cookie_of(&answer);
    assert_eq!(answer.expect(StatusCode::OK)["second_factor"], "must_enrol");
    member.get("/api/team").await.refused(StatusCode::FORBIDDEN, "second_factor_required");
    member.post_nothing("/api/auth/logout").await.expect(StatusCode::NO_CONTENT);
}
