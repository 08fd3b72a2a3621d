use axum::http::StatusCode;
use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{is_signed_in, login};
use crate::testing::{Answer, Client, PASSWORD, TestClinic, factories};
use base::permission::Role;

const NEW: &str = "plum orchard at seven";

async fn forgot(clinic: &TestClinic, email: &str) -> Answer {
    clinic.anonymous().post("/api/auth/forgot", json!({ "email": email })).await
}

async fn reset(clinic: &TestClinic, token: &str, password: &str) -> Answer {
    clinic.anonymous().post("/api/auth/reset", json!({ "token": token, "password": password })).await
}

async fn accept(clinic: &TestClinic, token: &str) -> Answer {
    clinic.anonymous().post("/api/auth/accept-invite", json!({ "token": token, "password": NEW })).await
}

fn nurse(email: &str) -> Value {
    json!({
        "first_name": "Nia", "last_name": "Okafor", "email": email, "role": "Nurse", "department": "Clinical",
        "status": "active", "hire_date": "2026-01-05",
    })
}

/// A new nurse: the id and the token of the invitation.
async fn invited(owner: &Client) -> (i64, String) {
    let answer = owner.post("/api/team", nurse("nia@clinic.example")).await.expect(StatusCode::CREATED);
    (factories::id(&answer["member"]), factories::token_in(answer["invite_url"].as_str().unwrap()))
}

fn invalid(answer: Answer) {
    answer.refused(StatusCode::NOT_FOUND, "link_invalid");
}

#[tokio::test]
async fn a_forgotten_password_gets_the_same_answer_for_every_address() {
    let clinic = TestClinic::new().await;
    let inactive = factories::member(&clinic, Role::Nurse).await;
    clinic.plant(&format!("update {{}}.member set status = 'inactive' where email = '{inactive}'")).await;
    let known = forgot(&clinic, "OWNER@clinic.example").await;
    assert_eq!((known.status, known.text.as_str()), (StatusCode::NO_CONTENT, ""));
    for other in ["nobody@clinic.example", inactive.as_str(), "no address at all", "%"] {
        let answer = forgot(&clinic, other).await;
        assert_eq!(answer.status, known.status, "{other}");
        assert_eq!((&answer.text, &answer.headers), (&known.text, &known.headers), "{other}");
    }
    forgot(&clinic, "").await.refused_field("email");
    assert_eq!(clinic.count("{}.account_link").await, 0, "the request itself makes no link: it would take longer");
    let mails = factories::mails(&clinic).await;
    assert_eq!(mails.len(), 1, "only who is there is written to");
    assert!(mails[0].contains("owner@clinic.example") && mails[0].contains("Olive Owner"), "{}", mails[0]);
    assert!(mails[0].contains(&format!("{}/reset/", clinic.origin())), "{}", mails[0]);
}

#[tokio::test]
async fn a_reset_link_sets_a_password_once_and_ends_all_sessions() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    forgot(&clinic, "owner@clinic.example").await.expect(StatusCode::NO_CONTENT);
    let token = factories::token_in(&factories::mails(&clinic).await[0]);
    let answer = reset(&clinic, &token, NEW).await;
    assert_eq!((answer.status, answer.text.as_str()), (StatusCode::NO_CONTENT, ""));
    assert!(!is_signed_in(&owner).await);
    login(&clinic.anonymous(), "owner@clinic.example", PASSWORD)
        .await
        .refused(StatusCode::UNAUTHORIZED, "wrong_credentials");
    login(&clinic.anonymous(), "owner@clinic.example", NEW).await.expect(StatusCode::OK);
    let before = clinic.fingerprint().await;
    invalid(reset(&clinic, &token, "another good password").await);
    assert_eq!(clinic.fingerprint().await, before);
    let about =
        "{}.audit where action in ('auth.forgot', 'auth.reset') and actor = 'visitor' and member_id is not null";
    assert_eq!(clinic.count(about).await, 2);
}

#[tokio::test]
async fn a_reset_link_lasts_an_hour_and_a_newer_one_replaces_it() {
    let clinic = TestClinic::new().await;
    forgot(&clinic, "owner@clinic.example").await;
    let first = factories::token_in(&factories::mails(&clinic).await[0]);
    clinic.clock().advance(TimeDelta::minutes(10));
    forgot(&clinic, "owner@clinic.example").await;
    let second = factories::token_in(factories::mails(&clinic).await.last().unwrap());
    assert_ne!(first, second);
    let before = clinic.fingerprint().await;
    invalid(reset(&clinic, &first, NEW).await);
    clinic.clock().advance(TimeDelta::minutes(61));
    invalid(reset(&clinic, &second, NEW).await);
    assert_eq!(clinic.fingerprint().await, before);
    forgot(&clinic, "owner@clinic.example").await;
    let third = factories::token_in(factories::mails(&clinic).await.last().unwrap());
    clinic.clock().advance(TimeDelta::minutes(59));
    reset(&clinic, &third, NEW).await.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_link_works_only_for_its_own_purpose() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (_, invitation) = invited(&owner).await;
    forgot(&clinic, "owner@clinic.example").await;
    let mails = factories::mails(&clinic).await;
    let resetting = factories::token_in(mails.iter().find(|mail| mail.contains("/reset/")).unwrap());
    let (_, consent) = factories::consent(&owner, factories::patient(&owner).await).await;
    let before = clinic.fingerprint().await;
    for token in [
        &invitation,
        &consent,
        &"A".repeat(43),
        &format!("{resetting}A"),
        &resetting[..42].to_owned(),
        &"x".repeat(300),
    ] {
        invalid(reset(&clinic, token, NEW).await);
    }
    for token in [&resetting, &consent, &"A".repeat(43)] {
        invalid(accept(&clinic, token).await);
    }
    reset(&clinic, "", NEW).await.refused_field("token");
    let portal = format!("/api/portal/consent/{invitation}");
    clinic.anonymous().get(&portal).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_concurrent_uses_of_one_link_one_sets_the_password() {
    let clinic = TestClinic::new().await;
    forgot(&clinic, "owner@clinic.example").await;
    let token = factories::token_in(&factories::mails(&clinic).await[0]);
    let choices: Vec<_> = (0..8).map(|number| format!("plum orchard {number}")).collect();
    let answers = join_all(choices.iter().map(|choice| reset(&clinic, &token, choice))).await;
    let (set, refused): (Vec<_>, Vec<_>) =
        choices.iter().zip(answers).partition(|(_, answer)| answer.status == StatusCode::NO_CONTENT);
    assert_eq!(set.len(), 1);
    for (_, answer) in refused {
        invalid(answer);
    }
    login(&clinic.anonymous(), "owner@clinic.example", set[0].0).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn an_invitation_is_mailed_and_accepted_once() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (id, token) = invited(&owner).await;
    let mails = factories::mails(&clinic).await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains("nia@clinic.example") && mails[0].contains("Nia Okafor"), "{}", mails[0]);
    assert_eq!(factories::token_in(&mails[0]), token, "the mail brings the link that the answer holds");
    assert!(mails[0].contains(&format!("{}/invite/", clinic.origin())), "{}", mails[0]);
    login(&clinic.anonymous(), "nia@clinic.example", NEW).await.refused(StatusCode::UNAUTHORIZED, "wrong_credentials");
    let answer = accept(&clinic, &token).await;
    let nia = clinic.anonymous().with_cookie_of(&answer);
    let session = answer.expect(StatusCode::OK);
    assert_eq!((factories::id(&session["member"]), &session["member"]["role"]), (id, &json!("Nurse")));
    nia.get("/api/patients").await.expect(StatusCode::OK);
    let before = clinic.fingerprint().await;
    invalid(accept(&clinic, &token).await);
    assert_eq!(clinic.fingerprint().await, before);
    login(&clinic.anonymous(), "nia@clinic.example", NEW).await.expect(StatusCode::OK);
    assert!(is_signed_in(&nia).await);
    assert_eq!(
        clinic.count(&format!("{{}}.audit where action = 'auth.invitation.accept' and member_id = {id}")).await,
        1
    );
}

#[tokio::test]
async fn an_invitation_lasts_72_hours_and_a_newer_one_replaces_it() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (id, first) = invited(&owner).await;
    let newer = owner.post_nothing(&format!("/api/team/{id}/invite")).await.expect(StatusCode::CREATED);
    let second = factories::token_in(newer["invite_url"].as_str().unwrap());
    let before = clinic.fingerprint().await;
    invalid(accept(&clinic, &first).await);
    assert_eq!(clinic.fingerprint().await, before);
    clinic.clock().advance(TimeDelta::hours(72) - TimeDelta::minutes(5));
    let third = {
        let owner = clinic.owner().await;
        let newer = owner.post_nothing(&format!("/api/team/{id}/invite")).await.expect(StatusCode::CREATED);
        factories::token_in(newer["invite_url"].as_str().unwrap())
    };
    invalid(accept(&clinic, &second).await);
    clinic.clock().advance(TimeDelta::hours(72) + TimeDelta::minutes(1));
    invalid(accept(&clinic, &third).await);
    let owner = clinic.owner().await;
    let newer = owner.post_nothing(&format!("/api/team/{id}/invite")).await.expect(StatusCode::CREATED);
    clinic.clock().advance(TimeDelta::hours(72) - TimeDelta::minutes(1));
    accept(&clinic, &factories::token_in(newer["invite_url"].as_str().unwrap())).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_link_is_invalid_once_its_member_has_left() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (id, invitation) = invited(&owner).await;
    let path = format!("/api/team/{id}");
    let mut inactive = nurse("nia@clinic.example");
    inactive["status"] = json!("inactive");
    owner.put(&path, inactive).await.expect(StatusCode::OK);
    invalid(accept(&clinic, &invitation).await);
    // The link does not become valid again when the member becomes active again.
    owner.put(&path, nurse("nia@clinic.example")).await.expect(StatusCode::OK);
    invalid(accept(&clinic, &invitation).await);
    let newer = owner.post_nothing(&format!("{path}/invite")).await.expect(StatusCode::CREATED);
    owner.delete(&path).await.expect(StatusCode::NO_CONTENT);
    invalid(accept(&clinic, &factories::token_in(newer["invite_url"].as_str().unwrap())).await);
    assert_eq!(clinic.count(&format!("{{}}.member where id = {id} and password_hash is not null")).await, 0);
    assert_eq!(clinic.count("{}.account_link where voided_at is null").await, 0);
}

#[tokio::test]
async fn correcting_an_address_invalidates_the_link_sent_to_the_old_one() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (id, invitation) = invited(&owner).await;
    let mut phone = nurse("nia@clinic.example");
    phone["phone"] = json!("555 010 1234");
    owner.put(&format!("/api/team/{id}"), phone).await.expect(StatusCode::OK);
    owner.put(&format!("/api/team/{id}"), nurse("nia.okafor@clinic.example")).await.expect(StatusCode::OK);
    invalid(accept(&clinic, &invitation).await);
    let newer = owner.post_nothing(&format!("/api/team/{id}/invite")).await.expect(StatusCode::CREATED);
    let mut again = nurse("nia.okafor@clinic.example");
    again["notes"] = json!("Starts on Monday");
    owner.put(&format!("/api/team/{id}"), again).await.expect(StatusCode::OK);
    let token = factories::token_in(newer["invite_url"].as_str().unwrap());
    accept(&clinic, &token).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn choosing_a_password_invalidates_every_other_link() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (_, invitation) = invited(&owner).await;
    let reset_link = async |email: &str| {
        forgot(&clinic, email).await.expect(StatusCode::NO_CONTENT);
        factories::token_in(factories::mails(&clinic).await.iter().rfind(|mail| mail.contains("/reset/")).unwrap())
    };
    // A reset before the invitation was used makes the invitation invalid.
    let token = reset_link("nia@clinic.example").await;
    reset(&clinic, &token, NEW).await.expect(StatusCode::NO_CONTENT);
    invalid(accept(&clinic, &invitation).await);
    // The member's own change of the password makes a requested reset invalid.
    let token = reset_link("owner@clinic.example").await;
    let change = json!({ "current_password": PASSWORD, "new_password": NEW });
    owner.post("/api/auth/password", change).await.expect(StatusCode::NO_CONTENT);
    invalid(reset(&clinic, &token, "another good password").await);
}

#[tokio::test]
async fn a_member_who_left_before_the_mail_was_sent_is_not_mailed() {
    let clinic = TestClinic::new().await;
    let email = factories::member(&clinic, Role::Nurse).await;
    forgot(&clinic, &email).await.expect(StatusCode::NO_CONTENT);
    clinic.plant(&format!("update {{}}.member set status = 'inactive' where email = '{email}'")).await;
    assert_eq!(factories::mails(&clinic).await.len(), 0);
    assert_eq!(clinic.count("{}.job where done_at is null").await, 0);
}
