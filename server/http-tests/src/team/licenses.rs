//! The state and the expiry of licenses, and the reminders before it.

use axum::http::StatusCode;
use chrono::{Days, NaiveDate};
use serde_json::{Value, json};

use super::{form, id_of, listed, nia, with};
use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;
use practice::team::remind_of_licenses;

async fn remind(clinic: &TestClinic) {
    remind_of_licenses(&clinic.server.app, clinic.provisioned.id, clinic.clock().now()).await.unwrap();
}

/// The clinic's own date.
fn today(clinic: &TestClinic) -> NaiveDate {
    clinic.clock().now().with_timezone(&chrono_tz::America::New_York).date_naive()
}

async fn set_expiry(owner: &Client, id: i64, expires_on: NaiveDate) {
    let changed = with(form(&listed(owner, id).await.unwrap()), "license_expires_on", expires_on.to_string());
    owner.put(&format!("/api/team/{id}"), changed).await.expect(StatusCode::OK);
}

/// A provider whose license expires in so many days; returns the id and the address.
async fn expiring(clinic: &TestClinic, owner: &Client, days: u64) -> (i64, String) {
    let email = factories::member(clinic, Role::Provider).await;
    let id = id_of(clinic, &email).await;
    set_expiry(owner, id, today(clinic) + Days::new(days)).await;
    (id, email)
}

/// The reminders that were mailed to an address, oldest first.
async fn mails_to(clinic: &TestClinic, email: &str) -> Vec<String> {
    let to = format!("<{email}>");
    let about = |mail: &String| mail.contains(&to) && mail.contains("blocks nothing when a license expires");
    factories::mails(clinic).await.into_iter().filter(about).collect()
}

const OWNER: &str = "owner@clinic.example";

#[tokio::test]
async fn state_and_expiry_are_saved_kept_by_the_specified_call_and_cleared() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let new = with(with(nia(), "license_state", "CA"), "license_expires_on", "2027-03-01");
    let added = owner.post("/api/team", new).await.expect(StatusCode::CREATED)["member"].clone();
    let shown = |member: &Value| (member["license_state"].clone(), member["license_expires_on"].clone());
    assert_eq!(shown(&added), (json!("CA"), json!("2027-03-01")));
    let path = format!("/api/team/{}", added["id"]);
    // The specification's call has neither of the fields.
    let same = owner.put(&path, nia()).await.expect(StatusCode::OK);
    assert_eq!(shown(&same), (json!("CA"), json!("2027-03-01")));
    let cleared = with(with(nia(), "license_state", Value::Null), "license_expires_on", "");
    assert_eq!(shown(&owner.put(&path, cleared).await.expect(StatusCode::OK)), (Value::Null, Value::Null));
    for (field, value) in [("license_state", "XX"), ("license_state", "California"), ("license_expires_on", "soon")] {
        owner.put(&path, with(nia(), field, value)).await.refused_field(field);
    }
}

#[tokio::test]
async fn a_director_who_moves_their_license_to_another_state_is_confirmed_again() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    let session = director.get("/api/auth/session").await.expect(StatusCode::OK);
    let id = factories::id(&session["member"]);
    let path = format!("/api/team/{id}");
    let mut own = form(&listed(&owner, id).await.unwrap());
    own["license_state"] = json!("CA");
    let filled_in = director.put(&path, own.clone()).await.expect(StatusCode::OK);
    assert_eq!(filled_in["awaits_confirmation"], false, "the same license, described better");
    own["license_state"] = json!("NV");
    let moved = director.put(&path, own).await.expect(StatusCode::OK);
    assert_eq!(moved["awaits_confirmation"], true);
}

#[tokio::test]
async fn the_member_and_the_owner_are_mailed_60_30_and_7_days_before_each_time_once() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (_, email) = expiring(&clinic, &owner, 61).await;
    let expires_on = today(&clinic) + Days::new(61);
    remind(&clinic).await;
    assert!(mails_to(&clinic, &email).await.is_empty());
    for (sent, wait) in [(1, 1), (1, 1), (2, 29), (2, 1), (3, 22), (3, 6), (3, 20)] {
        clinic.clock().advance(chrono::TimeDelta::days(wait));
        remind(&clinic).await;
        remind(&clinic).await;
        assert_eq!(
            mails_to(&clinic, &email).await.len(),
            sent,
            "{} days before",
            (expires_on - today(&clinic)).num_days()
        );
        assert_eq!(mails_to(&clinic, OWNER).await.len(), sent);
    }
    let date = expires_on.format("%B %-d, %Y").to_string();
    let mail = mails_to(&clinic, &email).await.remove(0);
    assert!(mail.contains("your license at") && mail.contains(&format!("expires on {date}")), "{mail}");
    assert!(mail.contains(&format!("{}/team", clinic.origin())), "{mail}");
    let mail = mails_to(&clinic, OWNER).await.remove(0);
    assert!(mail.contains(&format!("- Robin Provider: {date}")), "{mail}");
}

#[tokio::test]
async fn licenses_that_are_due_together_are_one_mail_to_the_owner_and_missed_reminders_are_left_out() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (_, first) = expiring(&clinic, &owner, 5).await;
    let (_, second) = expiring(&clinic, &owner, 20).await;
    remind(&clinic).await;
    let mails = mails_to(&clinic, OWNER).await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert_eq!(mails[0].matches("- Robin Provider: ").count(), 2, "{}", mails[0]);
    for email in [first, second] {
        assert_eq!(mails_to(&clinic, &email).await.len(), 1);
    }
}

#[tokio::test]
async fn an_owner_whose_own_license_expires_gets_one_mail() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let own = id_of(&clinic, OWNER).await;
    set_expiry(&owner, own, today(&clinic) + Days::new(30)).await;
    remind(&clinic).await;
    let mails = mails_to(&clinic, OWNER).await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains("Your license expires on"), "{}", mails[0]);
}

#[tokio::test]
async fn a_renewed_license_starts_the_reminders_anew() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (id, email) = expiring(&clinic, &owner, 7).await;
    remind(&clinic).await;
    assert_eq!(mails_to(&clinic, &email).await.len(), 1);
    set_expiry(&owner, id, today(&clinic) + Days::new(100)).await;
    remind(&clinic).await;
    assert_eq!(mails_to(&clinic, &email).await.len(), 1);
    clinic.clock().advance(chrono::TimeDelta::days(40));
    remind(&clinic).await;
    assert_eq!(mails_to(&clinic, &email).await.len(), 2);
}

#[tokio::test]
async fn nobody_is_mailed_about_a_license_that_was_renewed_or_whose_holder_has_left_before_the_mail_is_sent() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (renewed, renewed_email) = expiring(&clinic, &owner, 7).await;
    let (left, left_email) = expiring(&clinic, &owner, 7).await;
    remind(&clinic).await;
    set_expiry(&owner, renewed, today(&clinic) + Days::new(400)).await;
    owner.delete(&format!("/api/team/{left}")).await.expect(StatusCode::NO_CONTENT);
    for email in [OWNER, &renewed_email, &left_email] {
        assert!(mails_to(&clinic, email).await.is_empty(), "{email}");
    }
    // A member who has left gets no reminder later either.
    clinic.clock().advance(chrono::TimeDelta::days(2));
    remind(&clinic).await;
    assert!(mails_to(&clinic, &left_email).await.is_empty());
}

#[tokio::test]
async fn the_day_is_the_clinics_own() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (_, email) = expiring(&clinic, &owner, 61).await;
    let midnight = (today(&clinic) + Days::new(1)).and_hms_opt(0, 0, 0).unwrap();
    let midnight = midnight.and_local_timezone(chrono_tz::America::New_York).unwrap();
    clinic.clock().advance(midnight.to_utc() - clinic.clock().now() - chrono::TimeDelta::minutes(1));
    remind(&clinic).await;
    assert!(mails_to(&clinic, &email).await.is_empty(), "a minute before midnight in New York");
    clinic.clock().advance(chrono::TimeDelta::minutes(2));
    remind(&clinic).await;
    assert_eq!(mails_to(&clinic, &email).await.len(), 1);
}

#[tokio::test]
async fn an_expired_license_blocks_nothing_while_no_module_requires_one() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let session = provider.get("/api/auth/session").await.expect(StatusCode::OK);
    let id = factories::id(&session["member"]);
    clinic.plant(&format!("update {{}}.member set license_expires_on = '2020-01-01' where id = {id}")).await;
    let patient = factories::cleared_patient(&owner).await;
    factories::treatment(&provider, patient).await;
}
