//! The text that a service sends after a visit.

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::json;

use super::{SETTINGS, book, complete, mails_after_the_hold, rows, say, set, subject, switched_on, with_catalogue};
use crate::testing::{Client, TestClinic, factories};

/// A clinic whose Botox has aftercare and no reminders; a visit tomorrow whose booking is announced.
async fn visiting() -> (TestClinic, Client, i64, i64) {
    let (clinic, owner, patient, botox) = with_catalogue().await;
    say(&owner, botox, json!({ "reminder": false, "aftercare": "Do not rub it.\nNo gym today." })).await;
    let visit = book(&clinic, &owner, patient, 1).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    (clinic, owner, patient, visit)
}

/// A clinic that does not announce bookings, with an aftercare text due.
pub(super) async fn text_due() -> TestClinic {
    let (clinic, owner, patient, botox) = with_catalogue().await;
    let mut quietly = switched_on();
    quietly["booked"] = json!(false);
    owner.put(SETTINGS, quietly).await.expect(StatusCode::OK);
    say(&owner, botox, json!({ "reminder": false, "aftercare": "Rest." })).await;
    let visit = book(&clinic, &owner, patient, 1).await;
    complete(&owner, visit).await;
    clinic.clock().advance(TimeDelta::minutes(4));
    clinic
}

#[tokio::test]
async fn a_completed_visit_sends_the_text_of_its_service_once() {
    let (clinic, owner, patient, visit) = visiting().await;
    complete(&owner, visit).await;
    assert_eq!(factories::mails(&clinic).await.len(), 1, "it is held");
    let mails = mails_after_the_hold(&clinic).await;
    assert_eq!(mails.len(), 2);
    assert!(mails[1].contains("Do not rub it.\nNo gym today.") && mails[1].contains("Hello Nora"), "{}", mails[1]);
    assert!(subject(&mails[1]).starts_with("After your visit at ") && !subject(&mails[1]).contains("Botox"));
    // Completing it again sends nothing again.
    set(&owner, visit, "In room").await;
    set(&owner, visit, "Completed").await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 2);
    assert_eq!(rows(&clinic).await, ["booked Sent", "aftercare Sent"]);
    let path = format!("/api/patients/{patient}/timeline?kinds=message");
    let shown = owner.get(&path).await.expect(StatusCode::OK);
    assert_eq!((&shown[0]["title"], &shown[0]["state"]), (&json!("aftercare"), &json!("Sent")));
    assert_eq!(shown[0]["of"], json!({ "kind": "appointment", "id": visit }));
}

#[tokio::test]
async fn a_visit_that_was_completed_by_mistake_sends_nothing_until_it_is_completed() {
    let (clinic, owner, _, visit) = visiting().await;
    complete(&owner, visit).await;
    assert_eq!(factories::mails(&clinic).await.len(), 1);
    set(&owner, visit, "In room").await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    set(&owner, visit, "Completed").await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 2);
    assert_eq!(rows(&clinic).await, ["booked Sent", "aftercare Sent"]);
}

#[tokio::test]
async fn a_visit_that_is_reopened_in_the_quiet_hours_sends_nothing() {
    let (clinic, owner, _, visit) = visiting().await;
    let now = clinic.clock().now().with_timezone(&chrono_tz::America::New_York);
    let mut quiet = switched_on();
    quiet["quiet_from"] = json!((now - TimeDelta::hours(1)).format("%H:%M").to_string());
    quiet["quiet_to"] = json!((now + TimeDelta::hours(2)).format("%H:%M").to_string());
    owner.put(SETTINGS, quiet).await.expect(StatusCode::OK);
    complete(&owner, visit).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    assert_eq!(rows(&clinic).await[1..], ["aftercare Waiting"]);
    set(&owner, visit, "In room").await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    assert_eq!(rows(&clinic).await[1..], ["aftercare Dropped reopened"]);
}

#[tokio::test]
async fn no_text_is_sent_where_the_service_or_the_clinic_has_none() {
    let (clinic, owner, patient, botox) = with_catalogue().await;
    let mut some = switched_on();
    some["aftercare"] = json!(false);
    some["booked"] = json!(false);
    some["reminder"] = json!(false);
    let without = book(&clinic, &owner, patient, 1).await;
    owner.put(SETTINGS, some.clone()).await.expect(StatusCode::OK);
    complete(&owner, without).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 0, "the service says nothing");
    say(&owner, botox, json!({ "reminder": true, "aftercare": "Rest." })).await;
    let off = book(&clinic, &owner, patient, 2).await;
    complete(&owner, off).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 0, "the clinic has switched it off");
    some["aftercare"] = json!(true);
    owner.put(SETTINGS, some).await.expect(StatusCode::OK);
    owner.patch(&format!("/api/patients/{patient}"), json!({ "email": null })).await.expect(StatusCode::OK);
    let unreachable = book(&clinic, &owner, patient, 3).await;
    complete(&owner, unreachable).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 0);
    assert_eq!(rows(&clinic).await.last().unwrap(), "aftercare Dropped no_address");
}

#[tokio::test]
async fn a_saved_treatment_sends_the_text_of_its_service_once_for_it_and_the_visit() {
    let (clinic, owner, patient, visit) = visiting().await;
    factories::exam(&owner, patient).await;
    // The visit is tomorrow.
    clinic.clock().advance(TimeDelta::days(1));
    let owner = if owner.get("/api/services").await.status == StatusCode::OK { owner } else { clinic.owner().await };
    let mails = factories::mails(&clinic).await.len();
    factories::treatment(&owner, patient).await;
    assert_eq!(factories::mails(&clinic).await.len(), mails, "it is held");
    assert!(mails_after_the_hold(&clinic).await.last().unwrap().contains("Do not rub it."));
    // A second treatment of the day and the completed visit add nothing.
    factories::treatment(&owner, patient).await;
    complete(&owner, visit).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), mails + 1);
    assert_eq!(clinic.count("{}.message where kind = 'aftercare'").await, 1);
}

#[tokio::test]
async fn a_treatment_after_its_visit_was_completed_sends_nothing_again() {
    let (clinic, owner, patient, botox) = with_catalogue().await;
    say(&owner, botox, json!({ "reminder": false, "aftercare": "Rest." })).await;
    factories::exam(&owner, patient).await;
    let visit = book(&clinic, &owner, patient, 0).await;
    complete(&owner, visit).await;
    let sent = mails_after_the_hold(&clinic).await.len();
    factories::treatment(&owner, patient).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), sent);
    assert_eq!(rows(&clinic).await.iter().filter(|row| row.starts_with("aftercare")).count(), 1);
}

#[tokio::test]
async fn a_treatment_that_is_void_or_whose_patient_wants_no_mail_sends_nothing() {
    let (clinic, owner, patient, botox) = with_catalogue().await;
    say(&owner, botox, json!({ "reminder": false, "aftercare": "Rest." })).await;
    factories::exam(&owner, patient).await;
    let treatment = factories::treatment(&owner, patient).await;
    let owner = clinic.owner().await;
    let void = factories::void("Recorded twice");
    owner.post(&format!("/api/treatments/{treatment}/void"), void).await.expect(StatusCode::OK);
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 0);
    assert_eq!(rows(&clinic).await, ["aftercare Dropped reopened"]);
    clinic.plant(&format!("update {{}}.patient set may_email = false where id = {patient}")).await;
    factories::treatment(&owner, patient).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 0);
    assert_eq!(rows(&clinic).await[1], "aftercare Dropped not_wanted");
    // Neither a service without messages nor a clinic without messages sends anything.
    say(&owner, botox, json!({ "reminder": false })).await;
    factories::treatment(&owner, patient).await;
    clinic.plant("update {}.clinic_setting set message_aftercare = false").await;
    say(&owner, botox, json!({ "reminder": false, "aftercare": "Rest." })).await;
    factories::treatment(&owner, patient).await;
    mails_after_the_hold(&clinic).await;
    assert_eq!(rows(&clinic).await.len(), 2);
}
