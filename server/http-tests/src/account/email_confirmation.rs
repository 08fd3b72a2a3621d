//! An unconfirmed address of an owner, and its confirmation.

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::testing::{Answer, PASSWORD, TestClinic, factories, world::new_member};

/// A clinic in the state after a sign-up, with an unconfirmed address of the owner.
async fn signed_up() -> TestClinic {
    let clinic = TestClinic::new().await;
    clinic.plant("update {}.member set email_confirmed_at = null where is_owner").await;
    clinic.plant("update {}.clinic_setting set owner_unconfirmed_since = now()").await;
    clinic
}

async fn confirm(clinic: &TestClinic, token: &str) -> Answer {
    clinic.anonymous().post("/api/auth/confirm-email", json!({ "token": token })).await
}

async fn is_unconfirmed(clinic: &TestClinic) -> Value {
    clinic.owner().await.get("/api/clinic/plan").await.expect(StatusCode::OK)["owner_unconfirmed"].clone()
}

#[tokio::test]
async fn until_the_owner_has_confirmed_the_address_nobody_else_is_mailed() {
    let clinic = signed_up().await;
    let owner = clinic.owner().await;
    owner.post("/api/team", new_member("nia@elsewhere.example")).await.expect(StatusCode::CREATED);
    assert_eq!(factories::mails(&clinic).await.len(), 0);
    assert_eq!(clinic.count("{}.job where last_problem = 'unconfirmed' and attempts = 0 and done_at is null").await, 1);
    assert_eq!(is_unconfirmed(&clinic).await, true);

    owner.post_nothing("/api/clinic/owner-confirmation").await.expect(StatusCode::NO_CONTENT);
    let mails = factories::mails(&clinic).await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains("owner@clinic.example") && mails[0].contains("/confirm/"), "{}", mails[0]);
    let token = factories::token_in(&mails[0]);
    let before = clinic.fingerprint().await;
    for wrong in ["A".repeat(43), format!("{token}A"), token[..42].to_owned()] {
        confirm(&clinic, &wrong).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    }
    assert_eq!(clinic.fingerprint().await, before);

    confirm(&clinic, &token).await.expect(StatusCode::NO_CONTENT);
    let mails = factories::mails(&clinic).await;
    assert_eq!(mails.len(), 2, "what waited goes out");
    assert!(mails[1].contains("nia@elsewhere.example"), "{}", mails[1]);
    assert_eq!(is_unconfirmed(&clinic).await, false);
    assert_eq!(clinic.count("{}.member where is_owner and email_confirmed_at is not null").await, 1);
    confirm(&clinic, &token).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    owner.post_nothing("/api/clinic/owner-confirmation").await.refused(StatusCode::CONFLICT, "confirmed");
    let noted = "{}.audit where action in ('auth.email.confirm', 'auth.email.ask') and outcome = 'done'";
    assert_eq!(clinic.count(noted).await, 2);
}

async fn forgot(clinic: &TestClinic) {
    let forgot = json!({ "email": "owner@clinic.example" });
    clinic.anonymous().post("/api/auth/forgot", forgot).await.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn an_unconfirmed_owner_gets_only_the_confirmation_mail_and_one_in_ten_minutes() {
    let clinic = signed_up().await;
    let owner = clinic.owner().await;
    for _ in 0..3 {
        owner.post_nothing("/api/clinic/owner-confirmation").await.expect(StatusCode::NO_CONTENT);
        assert_eq!(factories::mails(&clinic).await.len(), 1);
    }
    clinic.clock().advance(TimeDelta::minutes(10));
    owner.post_nothing("/api/clinic/owner-confirmation").await.expect(StatusCode::NO_CONTENT);
    let mails = factories::mails(&clinic).await;
    assert_eq!(mails.len(), 2);
    confirm(&clinic, &factories::token_in(&mails[0])).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    // Notices about the account wait, and a password change leaves the link valid.
    let change = json!({ "current_password": PASSWORD, "new_password": "plum orchard at seven" });
    owner.post("/api/auth/password", change).await.expect(StatusCode::NO_CONTENT);
    clinic.clock().advance(TimeDelta::hours(71));
    forgot(&clinic).await;
    assert_eq!(factories::mails(&clinic).await.len(), 2);
    confirm(&clinic, &factories::token_in(&mails[1])).await.expect(StatusCode::NO_CONTENT);
    let let_go = &factories::mails(&clinic).await[2..];
    assert_eq!(let_go.len(), 2, "{let_go:?}");
    assert!(let_go.iter().any(|mail| mail.contains("Your password was changed")), "{let_go:?}");
    let reset = let_go.iter().find(|mail| mail.contains("/reset/")).unwrap();
    let reset = json!({ "token": factories::token_in(reset), "password": "a quite new password" });
    clinic.anonymous().post("/api/auth/reset", reset).await.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_locked_out_owner_gets_another_confirmation_link_once_the_last_one_has_expired() {
    let clinic = signed_up().await;
    clinic.owner().await.post_nothing("/api/clinic/owner-confirmation").await.expect(StatusCode::NO_CONTENT);
    assert_eq!(factories::mails(&clinic).await.len(), 1);
    clinic.clock().advance(TimeDelta::hours(71));
    forgot(&clinic).await;
    assert_eq!(factories::mails(&clinic).await.len(), 1, "the link in it is good");
    clinic.clock().advance(TimeDelta::hours(1));
    for _ in 0..2 {
        forgot(&clinic).await;
        assert_eq!(factories::mails(&clinic).await.len(), 2);
    }
    let second = factories::mails(&clinic).await.pop().unwrap();
    confirm(&clinic, &factories::token_in(&second)).await.expect(StatusCode::NO_CONTENT);
    let third = factories::mails(&clinic).await.pop().unwrap();
    assert!(third.contains("/reset/"), "{third}");
}

#[tokio::test]
async fn a_confirmation_link_cannot_be_used_for_anything_else() {
    let clinic = signed_up().await;
    clinic.owner().await.post_nothing("/api/clinic/owner-confirmation").await.expect(StatusCode::NO_CONTENT);
    let token = factories::token_in(&factories::mails(&clinic).await[0]);
    for path in ["/api/auth/reset", "/api/auth/accept-invite"] {
        let body = json!({ "token": token, "password": "plum orchard at seven" });
        clinic.anonymous().post(path, body).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    }
    clinic.anonymous().post("/api/auth/confirm-email", json!({ "token": "" })).await.refused_field("token");
}

#[tokio::test]
async fn a_name_that_a_mail_program_would_turn_into_a_link_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let before = clinic.fingerprint().await;
    for (field, name) in
        [("first_name", "Pay at evil.example"), ("last_name", "https://evil"), ("first_name", "a@evil")]
    {
        let mut new = new_member("nia@clinic.example");
        new[field] = json!(name);
        owner.post("/api/team", new).await.refused_field(field);
    }
    let mut settings = factories::settings();
    settings["name"] = json!("Larkspur evil.example");
    owner.put("/api/clinic/settings", settings).await.refused_field("name");
    assert_eq!(clinic.fingerprint().await, before);
    for field in ["name", "first_name", "last_name"] {
        let mut new = factories::sign_up("larkspur-of-evil");
        new[field] = json!("www.evil.example");
        clinic.server.platform().post("/api/clinics", new).await.refused_field(field);
    }
}
