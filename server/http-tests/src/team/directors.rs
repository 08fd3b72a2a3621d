//! A director whom only the inviter has confirmed cannot approve anything.

use axum::http::{HeaderValue, Method, StatusCode, header::IF_MATCH};
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{form, id_of, listed, nia, with};
use crate::testing::{Answer, Client, PASSWORD, TestClinic, factories};
use base::permission::Role;
use operations::clinic_ops::{DirectorToConfirm, confirm_director};
use server::app;

const NEW: &str = "plum orchard at seven";

pub(super) fn new_director() -> Value {
    with(with(nia(), "role", "Medical Director"), "email", "director@clinic.example")
}

/// Signs in with an invitation's link.
pub(super) async fn joins(clinic: &TestClinic, token: &str) -> Client {
    let answer = clinic.anonymous().post("/api/auth/accept-invite", json!({ "token": token, "password": NEW })).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    clinic.anonymous().with_cookie_of(&answer)
}

/// Adds a director and accepts the invitation; returns the id, and the signed-in client.
async fn joined(clinic: &TestClinic, inviter: &Client) -> (i64, Client) {
    let added = inviter.post("/api/team", new_director()).await.expect(StatusCode::CREATED);
    let token = factories::token_in(added["invite_url"].as_str().unwrap());
    (factories::id(&added["member"]), joins(clinic, &token).await)
}

pub(super) async fn confirm(client: &Client, id: i64) -> Answer {
    client.post_nothing(&format!("/api/team/{id}/confirm")).await
}

pub(super) async fn approve(client: &Client, treatment: i64) -> Answer {
    let approval = json!({ "director_signature": factories::tall_signature() });
    client.post(&format!("/api/treatments/{treatment}/approve"), approval).await
}

async fn awaits(client: &Client, id: i64) -> bool {
    listed(client, id).await.unwrap()["awaits_confirmation"] == true
}

/// A manager, and an unapproved treatment by a provider without an inviter.
pub(super) async fn begun() -> (TestClinic, Client, Client, i64) {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let patient = factories::cleared_patient(&provider).await;
    let treatment = factories::treatment(&provider, patient).await;
    let manager = clinic.signed_in_as(Role::PracticeManager).await;
    (clinic, owner, manager, treatment)
}

#[tokio::test]
async fn a_directors_role_takes_effect_once_the_owner_has_confirmed_it() {
    let (clinic, owner, manager, treatment) = begun().await;
    // A member who runs the clinic may confirm; a lay owner cannot approve.
    clinic.plant("update {}.member set role = 'Practice Manager', director_confirmed_at = null where is_owner").await;
    let added = manager.post("/api/team", new_director()).await.expect(StatusCode::CREATED);
    let id = factories::id(&added["member"]);
    assert_eq!(added["member"]["awaits_confirmation"], true);
    confirm(&owner, id).await.refused(StatusCode::CONFLICT, "not_joined");
    // The manager uses the invitation, and has no director's rights.
    let token = factories::token_in(added["invite_url"].as_str().unwrap());
    let puppet = joins(&clinic, &token).await;
    let session = puppet.get("/api/auth/session").await.expect(StatusCode::OK);
    assert_eq!(
        (&session["member"]["role"], &session["member"]["awaits_confirmation"]),
        (&json!("Medical Director"), &json!(true))
    );
    assert!(!session["permissions"].as_array().unwrap().contains(&json!("treatment.approve")));
    let staff = clinic.signed_in_as(Role::Staff).await.get("/api/auth/session").await.expect(StatusCode::OK);
    assert_eq!(session["permissions"], staff["permissions"]);
    let before = clinic.fingerprint().await;
    approve(&puppet, treatment).await.refused(StatusCode::FORBIDDEN, "forbidden");
    puppet.get("/api/treatments/pending").await.refused(StatusCode::FORBIDDEN, "forbidden");
    for (who, client) in [("the manager", &manager), ("the director", &puppet)] {
        let answer = confirm(client, id).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{who}: {}", answer.text);
    }
    assert_eq!(clinic.fingerprint().await, before);
    assert!(awaits(&owner, id).await);
    let confirmed = confirm(&owner, id).await.expect(StatusCode::OK);
    assert_eq!(confirmed["awaits_confirmation"], false);
    assert_eq!(factories::audited(&clinic, "member", "team.confirm", &[], &[id]).await, 1);
    let session = puppet.get("/api/auth/session").await.expect(StatusCode::OK);
    assert_eq!(session["member"]["awaits_confirmation"], false);
    let approved = approve(&puppet, treatment).await.expect(StatusCode::OK);
    assert_eq!(approved["director_name"], "Nia Okafor");
    confirm(&owner, id).await.refused(StatusCode::CONFLICT, "nothing_to_confirm");
}

#[tokio::test]
async fn a_confirmed_director_can_confirm_and_an_unconfirmed_one_cannot() {
    let (clinic, _, manager, _) = begun().await;
    let (id, waiting) = joined(&clinic, &manager).await;
    let second = with(new_director(), "email", "second@clinic.example");
    let added = manager.post("/api/team", second).await.expect(StatusCode::CREATED);
    let other = joins(&clinic, &factories::token_in(added["invite_url"].as_str().unwrap())).await;
    let other_id = factories::id(&added["member"]);
    // Two directors who were added by the same member cannot confirm each other.
    confirm(&waiting, other_id).await.refused(StatusCode::FORBIDDEN, "forbidden");
    confirm(&other, id).await.refused(StatusCode::FORBIDDEN, "forbidden");
    let known = clinic.signed_in_as(Role::MedicalDirector).await;
    confirm(&known, id).await.expect(StatusCode::OK);
    confirm(&waiting, other_id).await.expect(StatusCode::OK);
    // Other roles need no confirmation, and an unknown member cannot be confirmed.
    let nurse = id_of(&clinic, &factories::member(&clinic, Role::Nurse).await).await;
    confirm(&known, nurse).await.refused(StatusCode::CONFLICT, "nothing_to_confirm");
    confirm(&known, 1).await.refused(StatusCode::NOT_FOUND, "not_found");
}

#[tokio::test]
async fn nobody_confirms_their_own_role() {
    let (clinic, owner, manager, _) = begun().await;
    clinic.plant("update {}.member set role = 'Practice Manager', director_confirmed_at = null where is_owner").await;
    let id = id_of(&clinic, "owner@clinic.example").await;
    let own = form(&listed(&owner, id).await.unwrap());
    let before = clinic.fingerprint().await;
    let answer = manager.put(&format!("/api/team/{id}"), with(own, "role", "Medical Director")).await;
    answer.refused(StatusCode::FORBIDDEN, "owners_role");
    assert_eq!(clinic.fingerprint().await, before);
    clinic.plant("update {}.member set role = 'Medical Director' where is_owner").await;
    assert!(awaits(&owner, id).await);
    let before = clinic.fingerprint().await;
    confirm(&owner, id).await.refused(StatusCode::FORBIDDEN, "own_standing");
    assert_eq!(clinic.fingerprint().await, before);
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    confirm(&director, id).await.expect(StatusCode::OK);
}

/// If the clinic sends no mail, the inviting member has the invitation's link.
#[tokio::test]
async fn a_lay_owner_makes_no_director_alone_where_no_mail_is_sent() {
    let clinic = TestClinic::new().await;
    clinic.plant("update {}.member set role = 'Practice Manager', director_confirmed_at = null where is_owner").await;
    let owner = clinic.owner().await;
    let (id, _) = joined(&clinic, &owner).await;
    confirm(&owner, id).await.refused(StatusCode::FORBIDDEN, "confirmed_by_another");
    // It is not possible either through a manager whose invitation the owner has also accepted.
    let manager = with(with(nia(), "role", "Practice Manager"), "email", "manager@clinic.example");
    let added = owner.post("/api/team", manager).await.expect(StatusCode::CREATED);
    let manager = joins(&clinic, &factories::token_in(added["invite_url"].as_str().unwrap())).await;
    let second = with(new_director(), "email", "second@clinic.example");
    let added = manager.post("/api/team", second).await.expect(StatusCode::CREATED);
    joins(&clinic, &factories::token_in(added["invite_url"].as_str().unwrap())).await;
    let before = clinic.fingerprint().await;
    confirm(&owner, factories::id(&added["member"])).await.refused(StatusCode::FORBIDDEN, "confirmed_by_another");
    assert_eq!(clinic.fingerprint().await, before);
    assert!(awaits(&owner, id).await);
    // If the clinic sends mail, the link has gone to the director's own mailbox.
    let sending = app::router(&clinic.server.app.clone().changed(|app| app.sends_mail = true), None);
    let by_mail = clinic.owner().await.on(sending);
    confirm(&by_mail, id).await.expect(StatusCode::OK);
    // If it does not, the operator of the installation confirms.
    let (subdomain, now) = (clinic.provisioned.subdomain.as_str(), clinic.clock().now());
    let wanted = |email: &str| DirectorToConfirm { email: email.to_owned(), by: "Ana of Celadon".to_owned() };
    confirm_director(&clinic.owner_db, subdomain, &wanted("second@clinic.example"), now).await.unwrap();
    for email in ["second@clinic.example", "manager@clinic.example", "nobody@clinic.example"] {
        confirm_director(&clinic.owner_db, subdomain, &wanted(email), now).await.unwrap_err();
    }
    assert!(!awaits(&owner, factories::id(&added["member"])).await);
}

#[tokio::test]
async fn a_confirmation_needs_a_fresh_proof_and_the_current_version() {
    let (clinic, owner, manager, _) = begun().await;
    let (id, _) = joined(&clinic, &manager).await;
    let seen = |version: &'static str| {
        let mut request = owner.request(Method::POST, &format!("/api/team/{id}/confirm"), None);
        request.headers_mut().insert(IF_MATCH, HeaderValue::from_static(version));
        owner.send(request)
    };
    // Meanwhile the manager changes the account's name.
    let form = form(&listed(&manager, id).await.unwrap());
    manager.put(&format!("/api/team/{id}"), with(form, "last_name", "Other")).await.expect(StatusCode::OK);
    let before = clinic.fingerprint().await;
    seen("1").await.refused(StatusCode::PRECONDITION_FAILED, "stale");
    for _ in 0..2 {
        clinic.clock().advance(TimeDelta::minutes(8));
        owner.get("/api/team").await.expect(StatusCode::OK);
    }
    seen("2").await.refused(StatusCode::FORBIDDEN, "proof_required");
    assert_eq!(clinic.fingerprint().await, before);
    owner.post("/api/auth/prove", json!({ "password": PASSWORD })).await.expect(StatusCode::OK);
    seen("2").await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_managers_change_of_a_director_needs_a_new_confirmation() {
    let (clinic, owner, manager, _) = begun().await;
    let (id, director) = joined(&clinic, &manager).await;
    let path = format!("/api/team/{id}");
    for (field, value) in [
        ("first_name", "Nina"),
        ("last_name", "Berg"),
        ("license_number", "MD-2"),
        ("role", "Nurse"),
        ("status", "inactive"),
    ] {
        confirm(&owner, id).await.expect(StatusCode::OK);
        let form = form(&listed(&owner, id).await.unwrap());
        let same = manager.put(&path, with(form.clone(), "phone", "555 010 9999")).await.expect(StatusCode::OK);
        assert_eq!(same["awaits_confirmation"], false, "{field}");
        manager.put(&path, with(form.clone(), field, value)).await.expect(StatusCode::OK);
        // Changing the name back does not help: another member has changed it.
        let back = manager.put(&path, form).await.expect(StatusCode::OK);
        assert_eq!(back["awaits_confirmation"], true, "{field}");
    }
    // A member who may confirm vouches for a corrected license, and directors for their own addresses.
    confirm(&owner, id).await.expect(StatusCode::OK);
    let form = form(&listed(&owner, id).await.unwrap());
    let corrected = owner.put(&path, with(form.clone(), "license_number", "MD-3")).await.expect(StatusCode::OK);
    assert_eq!(corrected["awaits_confirmation"], false);
    drop(director);
    let login = json!({ "email": "director@clinic.example", "password": NEW });
    let signed_in = clinic.anonymous().post("/api/auth/login", login).await;
    let director = clinic.anonymous().with_cookie_of(&signed_in);
    let moved = with(with(form, "email", "moved@clinic.example"), "license_number", "MD-3");
    assert_eq!(director.put(&path, moved).await.expect(StatusCode::OK)["awaits_confirmation"], false);
    director.get("/api/treatments/pending").await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_director_who_changes_name_or_license_needs_a_new_confirmation() {
    let (clinic, owner, manager, treatment) = begun().await;
    let (id, director) = joined(&clinic, &manager).await;
    let path = format!("/api/team/{id}");
    for (field, value) in [("first_name", "Nina"), ("last_name", "Berg"), ("license_number", "MD-2")] {
        confirm(&owner, id).await.expect(StatusCode::OK);
        let own = form(&listed(&director, id).await.unwrap());
        let same = director.put(&path, with(own.clone(), "phone", "555 010 9999")).await.expect(StatusCode::OK);
        assert_eq!(same["awaits_confirmation"], false, "{field}");
        let other = director.put(&path, with(own, field, value)).await.expect(StatusCode::OK);
        assert_eq!(other["awaits_confirmation"], true, "{field}");
        approve(&director, treatment).await.refused(StatusCode::FORBIDDEN, "forbidden");
    }
    confirm(&owner, id).await.expect(StatusCode::OK);
    approve(&director, treatment).await.expect(StatusCode::OK);
    // An owner needs no other member's confirmation for their own role and name.
    let id = id_of(&clinic, "owner@clinic.example").await;
    let own = with(form(&listed(&owner, id).await.unwrap()), "last_name", "Okafor");
    let own = owner.put(&format!("/api/team/{id}"), with(own, "license_number", "MD-9")).await.expect(StatusCode::OK);
    assert_eq!(own["awaits_confirmation"], false);
}

#[tokio::test]
async fn a_director_whose_second_factor_was_reset_needs_a_new_confirmation() {
    let (clinic, owner, manager, _) = begun().await;
    let (id, _) = joined(&clinic, &manager).await;
    confirm(&owner, id).await.expect(StatusCode::OK);
    let planted = format!(
        "insert into {{}}.second_factor (member_id, secret, key_id, created_at, confirmed_at)
         values ({id}, 'sealed', '1', now(), now())"
    );
    clinic.plant(&planted).await;
    manager.delete(&format!("/api/team/{id}/totp")).await.expect(StatusCode::NO_CONTENT);
    assert!(awaits(&owner, id).await);
}

#[tokio::test]
async fn an_invitations_link_is_only_mailed_when_mail_is_configured() {
    let clinic = TestClinic::new().await;
    let sending = clinic.server.app.clone().changed(|app| app.sends_mail = true);
    let owner = clinic.owner().await.on(app::router(&sending, None));
    let added = owner.post("/api/team", nia()).await.expect(StatusCode::CREATED);
    assert_eq!(added["invite_url"], Value::Null);
    let again = owner.post_nothing(&format!("/api/team/{}/invite", factories::id(&added["member"]))).await;
    let again = again.expect(StatusCode::CREATED);
    assert_eq!(again["invite_url"], Value::Null);
    assert!(again["expires_at"].is_string());
    assert!(!again.to_string().contains("/invite/"), "{again}");
    let mails = factories::mails(&clinic).await;
    joins(&clinic, &factories::token_in(mails.last().unwrap())).await;
}

#[tokio::test]
async fn an_invited_director_cannot_approve_the_inviting_providers_treatments() {
    let (clinic, _, manager, others) = begun().await;
    // An owner who treats and has added a director; another owner has confirmed that director.
    let owner = clinic.owner().await;
    clinic.plant("update {}.member set role = 'Provider', director_confirmed_at = null where is_owner").await;
    let patient = factories::cleared_patient(&owner).await;
    let treatment = factories::treatment(&owner, patient).await;
    let (id, director) = joined(&clinic, &owner).await;
    confirm(&owner, id).await.expect(StatusCode::OK);
    let waiting = director.get("/api/treatments/pending").await.expect(StatusCode::OK);
    let of = |id: i64| waiting.as_array().unwrap().iter().find(|row| factories::id(row) == id).unwrap().clone();
    assert_eq!((&of(others)["may_approve"], &of(others)["approval_refusal"]), (&json!(true), &Value::Null));
    let refusal = json!("invited_by_provider");
    assert_eq!((&of(treatment)["may_approve"], &of(treatment)["approval_refusal"]), (&json!(false), &refusal));
    let record = director.get(&format!("/api/treatments?patientId={patient}")).await.expect(StatusCode::OK);
    assert_eq!((&record[0]["may_approve"], &record[0]["approval_refusal"]), (&json!(false), &refusal));
    let before = clinic.fingerprint().await;
    let refused = approve(&director, treatment).await.refused(StatusCode::FORBIDDEN, "invited_by_provider");
    assert!(refused["error"].as_str().unwrap().contains("invited you to the clinic"), "{refused}");
    assert_eq!(clinic.fingerprint().await, before);
    approve(&director, others).await.expect(StatusCode::OK);
    // The provider sees nothing about approvals.
    let own = owner.get(&format!("/api/treatments?patientId={patient}")).await.expect(StatusCode::OK);
    assert_eq!((&own[0]["may_approve"], &own[0]["approval_refusal"]), (&json!(false), &Value::Null));
    // A director who was added by another member approves it.
    let second = with(new_director(), "email", "second@clinic.example");
    let added = manager.post("/api/team", second).await.expect(StatusCode::CREATED);
    let second = joins(&clinic, &factories::token_in(added["invite_url"].as_str().unwrap())).await;
    confirm(&owner, factories::id(&added["member"])).await.expect(StatusCode::OK);
    approve(&second, treatment).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn resending_or_redirecting_an_invitation_makes_one_a_sponsor() {
    let (clinic, _, manager, _) = begun().await;
    let owner = clinic.owner().await;
    clinic.plant("update {}.member set role = 'Provider', director_confirmed_at = null where is_owner").await;
    let patient = factories::cleared_patient(&owner).await;
    let treatment = factories::treatment(&owner, patient).await;
    for (number, moves) in [(1, false), (2, true)] {
        let new = with(new_director(), "email", format!("director{number}@clinic.example"));
        let added = manager.post("/api/team", new.clone()).await.expect(StatusCode::CREATED);
        let id = factories::id(&added["member"]);
        // The manager added the account; the provider has the link sent to her own address.
        if moves {
            let moved = with(new, "email", "mine@clinic.example");
            owner.put(&format!("/api/team/{id}"), moved).await.expect(StatusCode::OK);
            owner
                .post("/api/auth/forgot", json!({ "email": "mine@clinic.example" }))
                .await
                .expect(StatusCode::NO_CONTENT);
        } else {
            owner.post_nothing(&format!("/api/team/{id}/invite")).await.expect(StatusCode::CREATED);
        }
        let mails = factories::mails(&clinic).await;
        let link = factories::token_in(mails.last().unwrap());
        let puppet = if moves {
            let reset = json!({ "token": link, "password": NEW });
            clinic.anonymous().post("/api/auth/reset", reset).await.expect(StatusCode::NO_CONTENT);
            let login = json!({ "email": "mine@clinic.example", "password": NEW });
            clinic.anonymous().with_cookie_of(&clinic.anonymous().post("/api/auth/login", login).await)
        } else {
            joins(&clinic, &link).await
        };
        confirm(&owner, id).await.expect(StatusCode::OK);
        approve(&puppet, treatment).await.refused(StatusCode::FORBIDDEN, "invited_by_provider");
    }
    assert!(factories::role_may_not(&clinic, "delete from member_sponsor").await);
    assert!(factories::role_may_not(&clinic, "update member_sponsor set sponsor_id = member_id").await);
}
