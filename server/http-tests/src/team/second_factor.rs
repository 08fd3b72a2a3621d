use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::json;

use super::{id_of, listed};
use crate::testing::{Answer, Client, PASSWORD, TestClinic, factories};
use base::permission::Role;

/// Signs in, sets up two-step sign-in without the app, and returns the member's id.
async fn with_one(clinic: &TestClinic, role: Role) -> (i64, String, Client) {
    let email = factories::member(clinic, role).await;
    let client = clinic.anonymous().sign_in(&email).await;
    let id = id_of(clinic, &email).await;
    plant(clinic, id).await;
    (id, email, client)
}

async fn plant(clinic: &TestClinic, member: i64) {
    for sql in [
        format!(
            "insert into {{}}.second_factor (member_id, secret, key_id, created_at, confirmed_at)
             values ({member}, 'sealed', '1', now(), now())"
        ),
        format!(
            "insert into {{}}.recovery_code (member_id, code_hash, created_at)
             values ({member}, 'hash of {member}', now())"
        ),
    ] {
        clinic.plant(&sql).await;
    }
}

fn path(member: i64) -> String {
    format!("/api/team/{member}/totp")
}

#[tokio::test]
async fn resetting_a_members_second_factor_mails_the_member() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (nurse, email, client) = with_one(&clinic, Role::Nurse).await;
    assert_eq!(listed(&owner, nurse).await.unwrap()["has_second_factor"], json!(true));
    let login = async || {
        let body = json!({ "email": email, "password": PASSWORD });
        clinic.anonymous().post("/api/auth/login", body).await
    };
    login().await.refused(StatusCode::UNAUTHORIZED, "code_required");
    owner.delete(&path(nurse)).await.expect(StatusCode::NO_CONTENT);
    client.get("/api/patients").await.refused(StatusCode::UNAUTHORIZED, "signed_out");
    assert_eq!(login().await.expect(StatusCode::OK)["second_factor"], "off");
    assert_eq!(listed(&owner, nurse).await.unwrap()["has_second_factor"], json!(false));
    assert_eq!(clinic.count("{}.second_factor").await + clinic.count("{}.recovery_code").await, 0);
    assert_eq!(factories::audited(&clinic, "member", "team.totp.remove", &[], &[nurse]).await, 1);
    let mails = factories::mails(&clinic).await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains(&email) && mails[0].contains("turned off two-step sign-in"), "{}", mails[0]);
    owner.delete(&path(nurse)).await.refused(StatusCode::CONFLICT, "second_factor_off");
    assert_eq!(factories::mails(&clinic).await.len(), 1);
}

#[tokio::test]
async fn a_director_cannot_reset_directors_managers_or_their_own_second_factor() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let owner_id = id_of(&clinic, "owner@clinic.example").await;
    let (director_id, _, director) = with_one(&clinic, Role::MedicalDirector).await;
    let (manager_id, _, manager) = with_one(&clinic, Role::PracticeManager).await;
    let (second, ..) = with_one(&clinic, Role::MedicalDirector).await;
    let (nurse, ..) = with_one(&clinic, Role::Nurse).await;
    plant(&clinic, owner_id).await;
    let before = clinic.fingerprint().await;
    for above in [second, manager_id, owner_id] {
        director.delete(&path(above)).await.refused(StatusCode::FORBIDDEN, "forbidden");
    }
    for (own, client) in [(director_id, &director), (manager_id, &manager), (owner_id, &owner)] {
        client.delete(&path(own)).await.refused(StatusCode::FORBIDDEN, "own_second_factor");
    }
    // This would put the role of an owner who is a director out of force.
    manager.delete(&path(owner_id)).await.refused(StatusCode::FORBIDDEN, "owners_role");
    director.delete(&path(999)).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.fingerprint().await, before);
    director.delete(&path(nurse)).await.expect(StatusCode::NO_CONTENT);
    manager.delete(&path(second)).await.expect(StatusCode::NO_CONTENT);
    owner.delete(&path(manager_id)).await.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn resetting_a_second_factor_needs_a_fresh_proof_and_a_member_of_the_clinic() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (nurse, ..) = with_one(&clinic, Role::Nurse).await;
    let elsewhere = clinic.server.clinic().await;
    let before = clinic.fingerprint().await;
    let of_another: Answer = elsewhere.owner().await.delete(&path(nurse)).await;
    of_another.refused(StatusCode::NOT_FOUND, "not_found");
    clinic.clock().advance(TimeDelta::minutes(8));
    owner.get("/api/team").await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::minutes(8));
    owner.delete(&path(nurse)).await.refused(StatusCode::FORBIDDEN, "proof_required");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn only_members_who_manage_the_team_see_who_has_a_second_factor() {
    let clinic = TestClinic::new().await;
    let (nurse, _, client) = with_one(&clinic, Role::Nurse).await;
    let team = client.get("/api/team").await.expect(StatusCode::OK);
    assert!(team.as_array().unwrap().iter().all(|member| member["has_second_factor"].is_null()));
    let owner = clinic.owner().await;
    let team = owner.get("/api/team").await.expect(StatusCode::OK);
    for member in team.as_array().unwrap() {
        assert_eq!(member["has_second_factor"], json!(factories::id(member) == nurse));
    }
}

#[tokio::test]
async fn the_log_shows_the_confirmation_that_ends_with_the_second_factor_and_when_a_member_was_removed() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (director, ..) = with_one(&clinic, Role::MedicalDirector).await;
    let changes = async |action: &str| {
        let list = owner.get("/api/audit").await.expect(StatusCode::OK);
        let entry = list.as_array().unwrap().iter().find(|entry| entry["action"] == action).cloned();
        let all = entry.unwrap()["changes"].as_array().unwrap().clone();
        all.into_iter()
            .map(|change| (change["field"].clone(), change["from"].is_string(), change["to"].is_string()))
            .collect::<Vec<_>>()
    };
    owner.delete(&path(director)).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(changes("team.totp.remove").await, [(json!("director_confirmed_at"), true, false)]);
    owner.delete(&format!("/api/team/{director}")).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(changes("team.delete").await, [(json!("status"), true, true), (json!("removed_at"), false, true)]);
}
