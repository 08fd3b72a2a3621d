//! A message is sent once, whatever happens to the worker, and in order.

use std::fs;

use axum::http::StatusCode;
use chrono::TimeDelta;
use futures_util::future::{Either, select};
use serde_json::json;
use tokio::net::TcpListener;

use super::{
    SETTINGS, aftercare, book, form_reminders, in_days, mails_after_the_hold, move_to, recalls, rows, sending,
    switched_on, wait_until_due,
};
use crate::testing::{TestClinic, factories};
use config::mail_server::MailServer;
use contact::messages::{remind_of_forms, send_recalls};
use mail::Mailer;
use outbox::Worker;

fn worker(clinic: &TestClinic) -> Worker {
    Worker::new(clinic.server.app.clone(), clinic.server.mailer())
}

/// Another time tomorrow, which at any hour today is too soon for a reminder 48 hours ahead.
fn later_tomorrow(clinic: &TestClinic) -> String {
    in_days(clinic, 1).replace("T10:00", "T16:00")
}

/// Makes the visit's job due once more, as if it had not been marked done.
async fn run_again(clinic: &TestClinic) {
    clinic
        .plant("update {}.job set done_at = null, claimed_until = null, run_at = now() - interval '1 day' where kind = 'visit_messages'")
        .await;
}

#[tokio::test]
async fn a_job_that_runs_twice_sends_once() {
    let (clinic, owner, patient) = sending().await;
    book(&clinic, &owner, patient, 1).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    for _ in 0..2 {
        run_again(&clinic).await;
        assert_eq!(factories::mails(&clinic).await.len(), 1);
    }
    assert_eq!(rows(&clinic).await, ["booked Sent"]);
    assert_eq!(clinic.count("{}.appointment_link").await, 1);
}

/// A worker dies in the middle of sending a mail: the mail server takes the connection and says nothing.
pub(super) async fn die_while_sending(clinic: &TestClinic) {
    let server = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = MailServer::parse(&format!("smtp://{}", server.local_addr().unwrap()), None).unwrap();
    let mailer =
        Mailer::new(&clinic.server.config.mail_from, Some(&address), clinic.server.config.mail_dir.clone()).unwrap();
    let dying = Worker::new(clinic.server.app.clone(), mailer);
    let sending = Box::pin(dying.visit(clinic.provisioned.id));
    let Either::Right((connection, _)) = select(sending, Box::pin(server.accept())).await else {
        panic!("it was sent without a mail server")
    };
    drop(connection);
    assert_eq!(clinic.count("{}.message where status = 'Waiting' and claimed_at is not null").await, 1);
    // The claim on the job expires.
    clinic.clock().advance(TimeDelta::minutes(6));
}

/// A clinic that does not announce bookings, with a reminder due.
async fn reminder_due() -> TestClinic {
    let (clinic, owner, patient) = sending().await;
    let mut quietly = switched_on();
    quietly["booked"] = json!(false);
    owner.put(SETTINGS, quietly).await.expect(StatusCode::OK);
    book(&clinic, &owner, patient, 5).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 0);
    wait_until_due(&clinic).await;
    clinic
}

#[tokio::test]
async fn whatever_a_worker_sends_when_it_dies_is_not_sent_twice() {
    let clinics = [
        ("reminder", reminder_due().await),
        ("aftercare", aftercare::text_due().await),
        ("recall", recalls::recall_due().await),
        ("form", form_reminders::form_due().await),
    ];
    for (kind, clinic) in clinics {
        die_while_sending(&clinic).await;
        for _ in 0..2 {
            assert_eq!(factories::mails(&clinic).await.len(), 0, "{kind}");
            assert_eq!(rows(&clinic).await, [format!("{kind} Failed interrupted")]);
            clinic.clock().advance(TimeDelta::hours(1));
            let (app, id, now) = (&clinic.server.app, clinic.provisioned.id, clinic.clock().now());
            send_recalls(app, id, now).await.unwrap();
            remind_of_forms(app, id, now).await.unwrap();
        }
    }
}

#[tokio::test]
async fn a_worker_that_dies_while_it_sends_leaves_a_claim_and_nothing_is_sent_twice() {
    let (clinic, owner, patient) = sending().await;
    let visit = book(&clinic, &owner, patient, 1).await;
    clinic.clock().advance(TimeDelta::minutes(4));
    die_while_sending(&clinic).await;
    assert_eq!(factories::mails(&clinic).await.len(), 0);
    assert_eq!(rows(&clinic).await, ["booked Failed interrupted"]);
    // The next change is announced as a move, because the patient may have received the first mail.
    move_to(&owner, visit, &later_tomorrow(&clinic)).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    assert_eq!(rows(&clinic).await, ["booked Failed interrupted", "moved Sent"]);
}

#[tokio::test]
async fn a_mail_that_fails_is_tried_again_with_what_is_true_then() {
    let (clinic, owner, patient) = sending().await;
    let visit = book(&clinic, &owner, patient, 1).await;
    clinic.clock().advance(TimeDelta::minutes(4));
    let broken = worker(&clinic);
    fs::remove_dir(&clinic.server.config.mail_dir).unwrap();
    broken.visit(clinic.provisioned.id).await;
    assert_eq!(rows(&clinic).await, ["booked Failed out_of_reach"]);
    assert_eq!(clinic.count("{}.message where body is not null or claimed_at is not null").await, 0);
    move_to(&owner, visit, &later_tomorrow(&clinic)).await;
    let mails = mails_after_the_hold(&clinic).await;
    assert_eq!(mails.len(), 1, "the patient knows of no other time");
    assert_eq!(rows(&clinic).await, ["booked Sent"]);
    let link = factories::token_in(&mails[0]);
    let shown = clinic.anonymous().get(&format!("/api/visit/{link}")).await.expect(StatusCode::OK);
    assert!(mails[0].contains(shown["date"].as_str().unwrap()), "{shown}: {}", mails[0]);
}

#[tokio::test]
async fn a_message_that_is_given_up_is_listed_and_can_be_sent_again() {
    let (clinic, owner, patient) = sending().await;
    book(&clinic, &owner, patient, 9).await;
    clinic.clock().advance(TimeDelta::minutes(4));
    let broken = worker(&clinic);
    fs::remove_dir(&clinic.server.config.mail_dir).unwrap();
    for _ in 0..80 {
        broken.visit(clinic.provisioned.id).await;
        clinic.clock().advance(TimeDelta::hours(1));
    }
    let owner_again = clinic.owner().await;
    let listed = owner_again.get("/api/messages/failed").await.expect(StatusCode::OK);
    let [message] = &listed.as_array().unwrap()[..] else { panic!("one message: {listed}") };
    assert_eq!((&message["kind"], &message["reason"]), (&json!("booked"), &json!("out_of_reach")));
    drop(owner);
    // The message is in one list only, not also among the mails of the activity log.
    assert_eq!(owner_again.get("/api/clinic/undelivered-mails").await.expect(StatusCode::OK), json!([]));
    let path = format!("/api/messages/{}/send", message["id"]);
    owner_again.post_nothing(&path).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(factories::mails(&clinic).await.len(), 1);
    assert_eq!(rows(&clinic).await[0], "booked Sent");
}

#[tokio::test]
async fn a_message_waits_for_an_earlier_one_of_the_patient() {
    let (clinic, owner, patient) = sending().await;
    book(&clinic, &owner, patient, 5).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    wait_until_due(&clinic).await;
    // Another visit's message is overdue for longer, and has no worker.
    let owner = clinic.owner().await;
    let other = book(&clinic, &owner, patient, 1).await;
    let plant = format!(
        "insert into {{}}.message (patient_id, appointment_id, kind, channel, status, occasion, starts_at, due_at, created_at)
         select {patient}, {other}, 'moved', 'email', 'Waiting', 7, now(), due_at - interval '1 minute', now()
         from {{}}.message where kind = 'reminder'"
    );
    clinic.plant(&plant).await;
    assert_eq!(factories::mails(&clinic).await.len(), 1);
    clinic.plant("update {}.message set status = 'Sent' where occasion = 7").await;
    clinic.clock().advance(TimeDelta::seconds(61));
    assert_eq!(factories::mails(&clinic).await.len(), 2);
}

#[tokio::test]
async fn a_move_while_a_mail_is_on_its_way_is_told_afterwards() {
    let (clinic, owner, patient) = sending().await;
    let visit = book(&clinic, &owner, patient, 5).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    wait_until_due(&clinic).await;
    let owner = clinic.owner().await;
    move_to(&owner, visit, &in_days(&clinic, 6)).await;
    let mails = factories::mails(&clinic).await;
    assert_eq!(mails.len(), 1, "the reminder would say the old time");
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 2);
    assert_eq!(rows(&clinic).await[..3], ["booked Sent", "reminder Dropped moved", "moved Sent"]);
}
