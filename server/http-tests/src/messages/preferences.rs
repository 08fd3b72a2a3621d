//! Patients who do not want messages get none.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::{book, mails_after_the_hold, rows, sending, wait_until_due};
use crate::testing::{TestClinic, factories};
use base::permission::Role;

#[tokio::test]
async fn reminders_are_wanted_until_the_patient_says_otherwise() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let path = format!("/api/patients/{patient}/contact-preferences");
    let first = json!({
        "email_reminders": true, "text_reminders": true, "may_email": true, "may_text": true, "version": 0,
        "updated_at": null, "updated_by": null,
    });
    assert_eq!(owner.get(&path).await.expect(StatusCode::OK), first);
    let wish = json!({ "email_reminders": false, "text_reminders": true });
    let set = owner.put(&path, wish.clone()).await.expect(StatusCode::OK);
    assert_eq!(
        (&set["email_reminders"], &set["version"], &set["updated_by"]),
        (&json!(false), &json!(1), &json!("Olive Owner"))
    );
    assert_eq!(owner.get(&path).await.expect(StatusCode::OK), set);
    let stale = owner.send_from_version(0, Method::PUT, &path, Some(&wish)).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    let again = owner.send_from_version(1, Method::PUT, &path, Some(&wish)).await.expect(StatusCode::OK);
    assert_eq!(again["version"], 2);
    owner.put(&path, json!({ "email_reminders": false })).await.refused_field("text_reminders");
    owner.get("/api/patients/1/contact-preferences").await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(factories::audited(&clinic, "member", "patient.contact.update", &[patient], &[]).await, 2);
    let staff = clinic.signed_in_as(Role::Staff).await;
    for path in [path, format!("/api/patients/{patient}/messages")] {
        staff.get(&path).await.refused(StatusCode::FORBIDDEN, "forbidden");
    }
}

#[tokio::test]
async fn news_is_still_mailed_to_whoever_wants_no_reminders() {
    let (clinic, owner, patient) = sending().await;
    let wish = json!({ "email_reminders": false, "text_reminders": true });
    owner.put(&format!("/api/patients/{patient}/contact-preferences"), wish).await.expect(StatusCode::OK);
    book(&clinic, &owner, patient, 5).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    wait_until_due(&clinic).await;
    assert_eq!(factories::mails(&clinic).await.len(), 1);
    assert_eq!(rows(&clinic).await, ["booked Sent", "reminder Dropped not_wanted"]);
}

#[tokio::test]
async fn without_an_address_or_leave_nothing_is_mailed_and_the_record_says_why() {
    let (clinic, owner, _) = sending().await;
    let new = json!({ "first_name": "Ann", "last_name": "Berg" });
    let nowhere = factories::id(&owner.post("/api/patients", new).await.expect(StatusCode::CREATED));
    book(&clinic, &owner, nowhere, 1).await;
    let unwilling = factories::patient(&owner).await;
    owner.patch(&format!("/api/patients/{unwilling}"), json!({ "may_email": false })).await.expect(StatusCode::OK);
    book(&clinic, &owner, unwilling, 1).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 0);
    assert_eq!(rows(&clinic).await, ["booked Dropped no_address", "booked Dropped not_wanted"]);
    let timeline = owner.get(&format!("/api/patients/{nowhere}/timeline?kinds=message")).await.expect(StatusCode::OK);
    assert_eq!(timeline[0]["state"], "Dropped: no_address");
    let list = owner.get(&format!("/api/patients/{nowhere}/messages")).await.expect(StatusCode::OK);
    assert_eq!((&list[0]["reason"], &list[0]["subject"]), (&json!("no_address"), &Value::Null));
}

#[tokio::test]
async fn a_merged_patient_is_written_to_at_the_address_that_counts() {
    let (clinic, owner, patient) = sending().await;
    let other = json!({ "first_name": "Nora", "last_name": "Lindqvist", "email": "old@example.com" });
    let other = factories::id(&owner.post("/api/patients", other).await.expect(StatusCode::CREATED));
    book(&clinic, &owner, other, 1).await;
    let merging = json!({ "other_id": other, "version": 1, "other_version": 1 });
    owner.post(&format!("/api/patients/{patient}/merge"), merging).await.expect(StatusCode::OK);
    let mails = mails_after_the_hold(&clinic).await;
    assert!(mails.len() == 1 && mails[0].contains("nora@example.com"), "{mails:?}");
    let list = owner.get(&format!("/api/patients/{patient}/messages")).await.expect(StatusCode::OK);
    assert_eq!(list[0]["status"], "Sent");
}
