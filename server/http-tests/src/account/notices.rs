//! A member gets a mail about every change to the sign-in.

use axum::http::{StatusCode, header::SET_COOKIE};
use serde_json::json;

use super::{enrol, login, prove};
use crate::testing::{PASSWORD, TestClinic, factories, world::new_member};
use base::permission::Role;

const NEW: &str = "plum orchard at seven";

/// The recipients and subjects of the mails written after the first `before`.
async fn mailed(clinic: &TestClinic, before: usize) -> Vec<(String, String)> {
    let header = |mail: &str, name: &str| {
        mail.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim().to_owned()
    };
    let mails = factories::mails(clinic).await;
    let mut notices: Vec<_> = mails[before..]
        .iter()
        .map(|mail| {
            let to = header(mail, "To:");
            let address = to.rsplit('<').next().unwrap_or_default().trim_end_matches('>').to_owned();
            (address, header(mail, "Subject:").split(':').next().unwrap_or_default().to_owned())
        })
        .collect();
    notices.sort();
    notices
}

fn owner_notice(what: &str) -> Vec<(String, String)> {
    vec![("owner@clinic.example".to_owned(), what.to_owned())]
}

#[tokio::test]
async fn every_change_of_password_second_factor_or_codes_is_mailed_to_the_member() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    assert!(mailed(&clinic, 0).await.is_empty(), "the first sign-in is nothing new");

    let phone = enrol(&clinic, &owner).await;
    assert_eq!(mailed(&clinic, 0).await, owner_notice("Two-step sign-in was set up for your account"));
    let codes = json!({ "code": phone.codes[0] });
    owner.post("/api/auth/totp/recovery-codes", codes).await.expect(StatusCode::CREATED);
    assert_eq!(mailed(&clinic, 1).await, owner_notice("New recovery codes were made for your account"));
    let by_password = json!({ "password": PASSWORD });
    owner.post("/api/auth/totp/remove", by_password).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(mailed(&clinic, 2).await, owner_notice("Two-step sign-in was turned off for your account"));

    let change = json!({ "current_password": PASSWORD, "new_password": NEW });
    owner.post("/api/auth/password", change).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(mailed(&clinic, 3).await, owner_notice("Your password was changed"));
    let mails = factories::mails(&clinic).await;
    let mail = mails.last().unwrap();
    assert!(
        mail.contains("an unknown browser") && mail.contains(&format!("{}/forgot-password", clinic.origin())),
        "{mail}"
    );

    clinic
        .anonymous()
        .post("/api/auth/forgot", json!({ "email": "owner@clinic.example" }))
        .await
        .expect(StatusCode::NO_CONTENT);
    let token = factories::token_in(factories::mails(&clinic).await.last().unwrap());
    let reset = json!({ "token": token, "password": "another orchard at nine" });
    clinic.anonymous().post("/api/auth/reset", reset).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(mailed(&clinic, 5).await, owner_notice("Your password was changed"));
    // The outbox holds only ids.
    assert_eq!(clinic.count("{}.job where payload::text like '%@%' or payload::text like '%Olive%'").await, 0);
}

#[tokio::test]
async fn a_changed_address_is_mailed_to_the_former_one_as_well() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let team = owner.get("/api/team").await.expect(StatusCode::OK);
    let id = factories::id(&team[0]);
    let mut same = new_member("olive@new.example");
    (same["role"], same["department"]) = (json!("Medical Director"), json!("Management"));
    prove(&owner).await;
    owner.put(&format!("/api/team/{id}"), same).await.expect(StatusCode::OK);
    let what = "The e-mail address of your account was changed".to_owned();
    let notices = ["olive@new.example", "owner@clinic.example"].map(|address| (address.to_owned(), what.clone()));
    assert_eq!(mailed(&clinic, 0).await, notices);
}

#[tokio::test]
async fn a_sign_in_on_a_new_device_is_mailed_and_one_on_a_known_device_is_not() {
    let clinic = TestClinic::new().await;
    let nurse = factories::member(&clinic, Role::Nurse).await;
    let sign_in = async |client: crate::testing::Client| {
        let answer = login(&client, &nurse, PASSWORD).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        answer
    };
    // The first sign-in sets the device's cookie, by which the device is recognized.
    let first = sign_in(clinic.anonymous().at_device("")).await;
    let cookies: Vec<_> = first.headers.get_all(SET_COOKIE).iter().map(|value| value.to_str().unwrap()).collect();
    let cookie = cookies.iter().find_map(|cookie| cookie.strip_prefix("celadon-device=")).unwrap();
    let token = cookie.split(';').next().unwrap().to_owned();
    assert!(token.len() == 43 && cookie.contains("; HttpOnly; SameSite=Strict"), "{cookie}");
    sign_in(clinic.anonymous().at_device(&token)).await;
    assert!(mailed(&clinic, 0).await.is_empty());

    sign_in(clinic.anonymous().at_device("")).await;
    sign_in(clinic.anonymous().at_device(&"e".repeat(43))).await;
    let one = (nurse.clone(), "Your account was signed in to on a new device".to_owned());
    assert_eq!(mailed(&clinic, 0).await, [one.clone(), one]);
    // A device that one member has used is new for another.
    clinic.owner().await;
    let owner = clinic.anonymous().at_device(&token);
    login(&owner, "owner@clinic.example", PASSWORD).await.expect(StatusCode::OK);
    assert_eq!(mailed(&clinic, 2).await, owner_notice("Your account was signed in to on a new device"));
    let in_the_clear = format!("{{}}.session where session::text like '%{token}%'");
    assert_eq!(clinic.count(&in_the_clear).await, 0, "the token is kept as its hash alone");
}
