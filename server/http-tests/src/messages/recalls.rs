//! Recalls: who is due for the next visit, and the mail about it.

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{SETTINGS, book, complete, mails_after_the_hold, rows, say, set, subject, switched_on, with_catalogue};
use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;
use contact::messages::send_recalls;

const RECALLS: &str = "/api/messages/recalls";

/// Runs the hourly work, and then everything that is due.
async fn an_hour_passes(clinic: &TestClinic) -> Vec<String> {
    clinic.clock().advance(TimeDelta::hours(1));
    send_recalls(&clinic.server.app, clinic.provisioned.id, clinic.clock().now()).await.unwrap();
    factories::mails(clinic).await
}

/// A patient whose visit for Botox was completed and is due again after four weeks, which have not passed.
async fn visited() -> (TestClinic, i64, i64) {
    let (clinic, owner, patient, botox) = with_catalogue().await;
    say(&owner, botox, json!({ "reminder": false, "recall_weeks": 4 })).await;
    let mut quietly = switched_on();
    quietly["booked"] = json!(false);
    owner.put(SETTINGS, quietly).await.expect(StatusCode::OK);
    let visit = book(&clinic, &owner, patient, 1).await;
    complete(&owner, visit).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 0);
    (clinic, patient, visit)
}

/// Four weeks later, in the evening.
async fn it_is_time(clinic: &TestClinic) {
    assert_eq!(an_hour_passes(clinic).await.len(), 0);
    clinic.clock().advance(TimeDelta::days(29) + TimeDelta::hours(14));
}

/// A clinic with a recall due.
pub(super) async fn recall_due() -> TestClinic {
    let (clinic, ..) = visited().await;
    it_is_time(&clinic).await;
    send_recalls(&clinic.server.app, clinic.provisioned.id, clinic.clock().now()).await.unwrap();
    clinic
}

async fn listed(client: &Client) -> Value {
    client.get(RECALLS).await.expect(StatusCode::OK)
}

#[tokio::test]
async fn a_patient_is_reminded_once_of_the_next_visit_and_listed_until_it_is_booked() {
    let (clinic, patient, visit) = visited().await;
    assert_eq!(listed(&clinic.owner().await).await, json!([]));
    it_is_time(&clinic).await;
    let mails = an_hour_passes(&clinic).await;
    let [mail] = &mails[..] else { panic!("one mail: {mails:?}") };
    assert!(subject(mail).starts_with("It is time for your next visit at ") && mail.contains("Hello Nora"), "{mail}");
    assert!(!mail.contains("Botox") && !mail.contains('{'), "{mail}");
    for _ in 0..2 {
        assert_eq!(an_hour_passes(&clinic).await.len(), 1);
    }
    assert_eq!(rows(&clinic).await, ["recall Sent"]);
    let owner = clinic.owner().await;
    let row = &listed(&owner).await[0];
    assert_eq!(
        [&row["appointment_id"], &row["patient_id"], &row["service"], &row["message_status"], &row["last_name"]],
        [&json!(visit), &json!(patient), &json!("Botox"), &json!("Sent"), &json!("Lindqvist")]
    );
    assert_eq!(factories::audited(&clinic, "member", "message.recall.list", &[patient], &[]).await, 1);
    let next = book(&clinic, &owner, patient, 3).await;
    assert_eq!(listed(&owner).await, json!([]));
    // Canceling the next visit makes the recall due again, but sends no second message.
    set(&owner, next, "Cancelled").await;
    mails_after_the_hold(&clinic).await;
    assert_eq!(listed(&owner).await.as_array().unwrap().len(), 1);
    an_hour_passes(&clinic).await;
    assert_eq!(clinic.count("{}.message where kind = 'recall'").await, 1);
    // The next completed visit starts a new recall.
    let owner = clinic.owner().await;
    let next = book(&clinic, &owner, patient, 3).await;
    complete(&owner, next).await;
    assert_eq!(listed(&owner).await, json!([]));
    clinic.clock().advance(TimeDelta::days(32));
    an_hour_passes(&clinic).await;
    assert_eq!(clinic.count("{}.message where kind = 'recall' and status = 'Sent'").await, 2);
}

#[tokio::test]
async fn a_booked_visit_of_the_service_stops_the_reminder_and_one_of_another_does_not() {
    let (clinic, patient, _) = visited().await;
    let owner = clinic.owner().await;
    book(&clinic, &owner, patient, 40).await;
    it_is_time(&clinic).await;
    assert_eq!(an_hour_passes(&clinic).await.len(), 0);
    assert_eq!(listed(&clinic.owner().await).await, json!([]));
    clinic.plant("update {}.appointment set service = 'Consultation', service_id = (select id from {}.service where name = 'Consultation') where status = 'Booked'").await;
    assert_eq!(an_hour_passes(&clinic).await.len(), 1);
}

#[tokio::test]
async fn not_this_time_takes_a_patient_off_the_list_and_stops_the_mail() {
    let (clinic, patient, visit) = visited().await;
    it_is_time(&clinic).await;
    let owner = clinic.owner().await;
    let skip = format!("{RECALLS}/{visit}/skip");
    for _ in 0..2 {
        let request = owner.request(axum::http::Method::PUT, &skip, None);
        owner.send(request).await.expect(StatusCode::NO_CONTENT);
    }
    assert_eq!(listed(&owner).await, json!([]));
    assert_eq!(an_hour_passes(&clinic).await.len(), 0);
    assert_eq!(factories::audited(&clinic, "member", "message.recall.skip", &[patient], &[visit]).await, 2);
    let owner = clinic.owner().await;
    for _ in 0..2 {
        owner.delete(&skip).await.expect(StatusCode::NO_CONTENT);
    }
    assert_eq!(listed(&owner).await.as_array().unwrap().len(), 1);
    assert_eq!(an_hour_passes(&clinic).await.len(), 1);
}

#[tokio::test]
async fn only_a_completed_visit_is_called_back_or_not() {
    let (clinic, patient, _) = visited().await;
    let owner = clinic.owner().await;
    let booked = book(&clinic, &owner, patient, 9).await;
    let before = clinic.fingerprint().await;
    for id in [booked, 1] {
        let path = format!("{RECALLS}/{id}/skip");
        owner
            .send(owner.request(axum::http::Method::PUT, &path, None))
            .await
            .refused(StatusCode::NOT_FOUND, "not_found");
        owner.delete(&path).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    assert_eq!(clinic.fingerprint().await, before);
    let staff = clinic.signed_in_as(Role::Staff).await;
    staff.get(RECALLS).await.refused(StatusCode::FORBIDDEN, "forbidden");
}

#[tokio::test]
async fn whoever_wants_no_reminders_or_is_archived_is_not_mailed() {
    let (clinic, patient, _) = visited().await;
    let owner = clinic.owner().await;
    let wish = json!({ "email_reminders": false, "text_reminders": true });
    owner.put(&format!("/api/patients/{patient}/contact-preferences"), wish).await.expect(StatusCode::OK);
    it_is_time(&clinic).await;
    assert_eq!(an_hour_passes(&clinic).await.len(), 0);
    let owner = clinic.owner().await;
    let row = &listed(&owner).await[0];
    assert_eq!((&row["message_status"], &row["message_reason"]), (&json!("Dropped"), &json!("not_wanted")));
    clinic.plant(&format!("update {{}}.patient set archived_at = now() where id = {patient}")).await;
    assert_eq!(listed(&owner).await, json!([]));
}

#[tokio::test]
async fn a_clinic_that_switches_it_on_late_lists_those_of_long_ago_and_mails_none_of_them() {
    let (clinic, _, visit) = visited().await;
    it_is_time(&clinic).await;
    clinic.clock().advance(TimeDelta::days(15));
    assert_eq!(an_hour_passes(&clinic).await.len(), 0);
    assert_eq!(listed(&clinic.owner().await).await[0]["appointment_id"], visit);
    clinic.clock().advance(TimeDelta::days(80));
    assert_eq!(listed(&clinic.owner().await).await, json!([]));
}
