//! Canceled invitations, and reactivated members.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::{form, id_of, listed, nia, with};
use crate::testing::{Answer, Client, TestClinic, factories, world::new_member};
use base::permission::Role;

const WORD: &str = "a quite new password";

/// Adds an invited member; returns the id, and the token of the invitation.
async fn invited(owner: &Client, new: Value) -> (i64, String) {
    let added = owner.post("/api/team", new).await.expect(StatusCode::CREATED);
    (factories::id(&added["member"]), factories::token_in(added["invite_url"].as_str().unwrap()))
}

async fn accept(clinic: &TestClinic, token: &str) -> Answer {
    let choice = json!({ "token": token, "password": WORD });
    clinic.anonymous().post("/api/auth/accept-invite", choice).await
}

async fn sign_in(clinic: &TestClinic, email: &str) -> Answer {
    let body = json!({ "email": email, "password": crate::testing::PASSWORD });
    clinic.anonymous().post("/api/auth/login", body).await
}

fn reactivation(id: i64) -> String {
    format!("/api/team/{id}/reactivate")
}

async fn former(client: &Client) -> Vec<i64> {
    let former = client.get("/api/team/former").await.expect(StatusCode::OK);
    former.as_array().unwrap().iter().map(factories::id).collect()
}

#[tokio::test]
async fn a_cancelled_invitation_is_void_at_once_and_frees_the_seat() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (id, token) = invited(&owner, nia()).await;
    let path = format!("/api/team/{id}/invite");
    let stale = owner.send_from_version(7, Method::DELETE, &path, None).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    let cancelled = owner.send_from_version(1, Method::DELETE, &path, None).await.expect(StatusCode::OK);
    assert_eq!(
        (&cancelled["status"], &cancelled["invitation_cancelled"], &cancelled["version"]),
        (&json!("inactive"), &json!(true), &json!(2))
    );
    assert_eq!(listed(&owner, id).await.unwrap(), cancelled);
    accept(&clinic, &token).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    // A mail that is still in the outbox is not sent either.
    assert!(factories::mails(&clinic).await.iter().all(|mail| !mail.contains("Your invitation to")));
    owner.delete(&path).await.refused(StatusCode::CONFLICT, "inactive");
    assert_eq!(factories::audited(&clinic, "member", "team.invite.cancel", &[], &[id]).await, 1);
    // After reactivation, the member gets another invitation.
    let again = owner.post_nothing(&reactivation(id)).await.expect(StatusCode::OK);
    assert_eq!(
        (&again["member"]["status"], &again["member"]["invitation_cancelled"]),
        (&json!("active"), &json!(false))
    );
    accept(&clinic, &factories::token_in(again["invite_url"].as_str().unwrap())).await.expect(StatusCode::OK);
    owner.delete(&path).await.refused(StatusCode::CONFLICT, "already_joined");
}

#[tokio::test]
async fn a_member_who_was_never_invited_has_no_cancelled_invitation() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let added = owner.post("/api/team", with(nia(), "status", "inactive")).await.expect(StatusCode::CREATED);
    assert_eq!(added["member"]["invitation_cancelled"], false);
    let id = factories::id(&added["member"]);
    assert_eq!(listed(&owner, id).await.unwrap()["invitation_cancelled"], false);
    owner.delete(&format!("/api/team/{id}/invite")).await.refused(StatusCode::CONFLICT, "inactive");
}

#[tokio::test]
async fn an_inactive_and_a_removed_member_sign_in_again_once_made_active() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let email = factories::member(&clinic, Role::Provider).await;
    let id = id_of(&clinic, &email).await;
    let out = with(form(&listed(&owner, id).await.unwrap()), "status", "inactive");
    owner.put(&format!("/api/team/{id}"), out).await.expect(StatusCode::OK);
    sign_in(&clinic, &email).await.refused(StatusCode::UNAUTHORIZED, "wrong_credentials");
    let back = owner.post_nothing(&reactivation(id)).await.expect(StatusCode::OK);
    assert_eq!((&back["member"]["status"], &back["invite_url"]), (&json!("active"), &Value::Null));
    sign_in(&clinic, &email).await.expect(StatusCode::OK);

    assert!(former(&owner).await.is_empty());
    owner.delete(&format!("/api/team/{id}")).await.expect(StatusCode::NO_CONTENT);
    assert_eq!((former(&owner).await, listed(&owner, id).await), (vec![id], None));
    let version = owner.get("/api/team/former").await.expect(StatusCode::OK)[0]["version"].as_i64().unwrap();
    let stale = owner.send_from_version(9, Method::POST, &reactivation(id), None).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    let version = i32::try_from(version).unwrap();
    owner.send_from_version(version, Method::POST, &reactivation(id), None).await.expect(StatusCode::OK);
    assert!(former(&owner).await.is_empty());
    sign_in(&clinic, &email).await.expect(StatusCode::OK);
    owner.post_nothing(&reactivation(id)).await.refused(StatusCode::CONFLICT, "already_active");
    owner.post_nothing(&reactivation(9)).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(factories::audited(&clinic, "member", "team.reactivate", &[], &[id]).await, 2);
}

#[tokio::test]
async fn what_a_removed_member_signed_keeps_their_name_through_it_all() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let member = provider.get("/api/auth/session").await.expect(StatusCode::OK)["member"].clone();
    let patient = factories::patient(&owner).await;
    factories::exam(&provider, patient).await;
    let exam = owner.get(&format!("/api/gfe/{patient}")).await.expect(StatusCode::OK);
    owner.delete(&format!("/api/team/{}", member["id"])).await.expect(StatusCode::NO_CONTENT);
    owner.post_nothing(&reactivation(factories::id(&member))).await.expect(StatusCode::OK);
    assert_eq!(owner.get(&format!("/api/gfe/{patient}")).await.expect(StatusCode::OK), exam);
}

#[tokio::test]
async fn a_director_is_confirmed_again_after_being_made_active() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let email = factories::member(&clinic, Role::MedicalDirector).await;
    let id = id_of(&clinic, &email).await;
    owner.delete(&format!("/api/team/{id}")).await.expect(StatusCode::NO_CONTENT);
    let back = owner.post_nothing(&reactivation(id)).await.expect(StatusCode::OK);
    assert_eq!(back["member"]["awaits_confirmation"], true);
}

#[tokio::test]
async fn an_address_that_somebody_else_has_now_is_not_taken_back() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (id, _) = invited(&owner, nia()).await;
    owner.delete(&format!("/api/team/{id}")).await.expect(StatusCode::NO_CONTENT);
    invited(&owner, new_member("nia@clinic.example")).await;
    let before = clinic.fingerprint().await;
    owner.post_nothing(&reactivation(id)).await.refused(StatusCode::CONFLICT, "email_taken");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_director_neither_cancels_nor_reactivates_a_manager_and_a_nurse_nobody() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    let manager = with(new_member("manager@clinic.example"), "role", "Practice Manager");
    let (manager, _) = invited(&owner, manager).await;
    let (staff, _) = invited(&owner, new_member("staff@clinic.example")).await;
    let cancel = |id: i64| format!("/api/team/{id}/invite");
    let before = clinic.fingerprint().await;
    director.delete(&cancel(manager)).await.refused(StatusCode::FORBIDDEN, "forbidden");
    nurse.delete(&cancel(staff)).await.refused(StatusCode::FORBIDDEN, "forbidden");
    nurse.get("/api/team/former").await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(clinic.fingerprint().await, before);
    owner.delete(&cancel(manager)).await.expect(StatusCode::OK);
    director.delete(&cancel(staff)).await.expect(StatusCode::OK);
    director.post_nothing(&reactivation(manager)).await.refused(StatusCode::FORBIDDEN, "forbidden");
    nurse.post_nothing(&reactivation(staff)).await.refused(StatusCode::FORBIDDEN, "forbidden");
    director.post_nothing(&reactivation(staff)).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn both_need_a_fresh_proof_and_stay_within_the_clinic() {
    let server = crate::testing::Server::new();
    let (clinic, other) = (server.clinic().await, server.clinic().await);
    let (owner, stranger) = (clinic.owner().await, other.owner().await);
    let (id, _) = invited(&owner, nia()).await;
    stranger.delete(&format!("/api/team/{id}/invite")).await.refused(StatusCode::NOT_FOUND, "not_found");
    stranger.post_nothing(&reactivation(id)).await.refused(StatusCode::NOT_FOUND, "not_found");
    clinic.clock().advance(chrono::TimeDelta::minutes(8));
    owner.get("/api/team").await.expect(StatusCode::OK);
    clinic.clock().advance(chrono::TimeDelta::minutes(8));
    owner.delete(&format!("/api/team/{id}/invite")).await.refused(StatusCode::FORBIDDEN, "proof_required");
    owner.post_nothing(&reactivation(id)).await.refused(StatusCode::FORBIDDEN, "proof_required");
}
