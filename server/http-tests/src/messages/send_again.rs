//! A failed message is sent again when a member asks for it.

use std::fs;

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{
    SETTINGS, book, in_days, mails_after_the_hold, move_to, rows, sending, sending::die_while_sending, set, switched_on,
};
use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;
use outbox::Worker;

/// A clinic whose booking mail was interrupted; its owner, the patient, the visit and the message.
async fn interrupted() -> (TestClinic, Client, i64, i64, i64) {
    let (clinic, owner, patient) = sending().await;
    let visit = book(&clinic, &owner, patient, 1).await;
    clinic.clock().advance(TimeDelta::minutes(4));
    die_while_sending(&clinic).await;
    assert_eq!(factories::mails(&clinic).await.len(), 0);
    assert_eq!(rows(&clinic).await, ["booked Failed interrupted"]);
    let owner = clinic.owner().await;
    let listed = failed(&owner).await;
    let message = listed[0]["id"].as_i64().unwrap();
    (clinic, owner, patient, visit, message)
}

async fn failed(client: &Client) -> Value {
    client.get("/api/messages/failed").await.expect(StatusCode::OK)
}

fn path(message: i64) -> String {
    format!("/api/messages/{message}/send")
}

#[tokio::test]
async fn an_interrupted_message_is_listed_and_sent_again_once() {
    let (clinic, owner, patient, visit, message) = interrupted().await;
    let listed = failed(&owner).await;
    let row = &listed[0];
    assert_eq!(
        [&row["patient_id"], &row["appointment_id"], &row["kind"], &row["reason"], &row["can_be_sent"]],
        [&json!(patient), &json!(visit), &json!("booked"), &json!("interrupted"), &json!(true)]
    );
    assert_eq!(row["last_name"], "Lindqvist");
    owner.post_nothing(&path(message)).await.expect(StatusCode::NO_CONTENT);
    owner.post_nothing(&path(message)).await.refused(StatusCode::CONFLICT, "under_way");
    assert_eq!(failed(&owner).await, json!([]));
    assert_eq!(factories::mails(&clinic).await.len(), 1);
    assert_eq!(rows(&clinic).await, ["booked Sent"]);
    owner.post_nothing(&path(message)).await.refused(StatusCode::CONFLICT, "not_failed");
    clinic.clock().advance(TimeDelta::hours(1));
    assert_eq!(factories::mails(&clinic).await.len(), 1);
    assert_eq!(factories::audited(&clinic, "member", "message.send", &[patient], &[message]).await, 1);
    // The patient counts as knowing the visit, so a move is announced as a move.
    let owner = clinic.owner().await;
    move_to(&owner, visit, &in_days(&clinic, 2)).await;
    mails_after_the_hold(&clinic).await;
    assert_eq!(rows(&clinic).await[..2], ["booked Sent", "moved Sent"]);
}

#[tokio::test]
async fn a_message_that_is_interrupted_again_is_not_sent_by_itself() {
    let (clinic, owner, _, _, message) = interrupted().await;
    owner.post_nothing(&path(message)).await.expect(StatusCode::NO_CONTENT);
    die_while_sending(&clinic).await;
    assert_eq!(factories::mails(&clinic).await.len(), 0);
    assert_eq!(rows(&clinic).await, ["booked Failed interrupted"]);
    let owner = clinic.owner().await;
    owner.post_nothing(&path(message)).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(factories::mails(&clinic).await.len(), 1);
}

#[tokio::test]
async fn a_message_that_waits_for_its_next_try_is_sent_at_once() {
    let (clinic, owner, patient) = sending().await;
    book(&clinic, &owner, patient, 5).await;
    clinic.clock().advance(TimeDelta::minutes(4));
    let broken = Worker::new(clinic.server.app.clone(), clinic.server.mailer());
    fs::remove_dir(&clinic.server.config.mail_dir).unwrap();
    for _ in 0..4 {
        broken.visit(clinic.provisioned.id).await;
        clinic.clock().advance(TimeDelta::minutes(10));
    }
    broken.visit(clinic.provisioned.id).await;
    assert_eq!(rows(&clinic).await[0], "booked Failed out_of_reach");
    assert_eq!(factories::mails(&clinic).await.len(), 0, "it is tried again later");
    let owner = clinic.owner().await;
    let message = failed(&owner).await[0]["id"].as_i64().unwrap();
    owner.post_nothing(&path(message)).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(factories::mails(&clinic).await.len(), 1);
    assert_eq!(rows(&clinic).await, ["booked Sent", "reminder Waiting"]);
}

#[tokio::test]
async fn what_is_no_longer_so_or_reaches_nobody_is_not_sent_again() {
    let (clinic, owner, patient, visit, message) = interrupted().await;
    let again = async || owner.post_nothing(&path(message)).await;
    owner.patch(&format!("/api/patients/{patient}"), json!({ "email": null })).await.expect(StatusCode::OK);
    again().await.refused(StatusCode::CONFLICT, "unreachable");
    let back = json!({ "email": "nora@example.com", "may_email": false });
    owner.patch(&format!("/api/patients/{patient}"), back).await.expect(StatusCode::OK);
    again().await.refused(StatusCode::CONFLICT, "unreachable");
    owner.patch(&format!("/api/patients/{patient}"), json!({ "may_email": true })).await.expect(StatusCode::OK);
    let mut off = switched_on();
    off["enabled"] = json!(false);
    owner.put(SETTINGS, off).await.expect(StatusCode::OK);
    again().await.refused(StatusCode::CONFLICT, "messages_off");
    owner.put(SETTINGS, switched_on()).await.expect(StatusCode::OK);
    set(&owner, visit, "Cancelled").await;
    again().await.refused(StatusCode::CONFLICT, "outdated");
    set(&owner, visit, "Booked").await;
    owner.post_nothing(&path(1)).await.refused(StatusCode::NOT_FOUND, "not_found");
    let staff = clinic.signed_in_as(Role::Staff).await;
    staff.get("/api/messages/failed").await.refused(StatusCode::FORBIDDEN, "forbidden");
    staff.post_nothing(&path(message)).await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(rows(&clinic).await[0], "booked Failed interrupted");
    // Not after the visit has begun.
    clinic.clock().advance(TimeDelta::days(2));
    let owner = clinic.owner().await;
    let listed = failed(&owner).await;
    assert_eq!(listed[0]["can_be_sent"], false, "{listed}");
    owner.post_nothing(&path(message)).await.refused(StatusCode::CONFLICT, "outdated");
}

#[tokio::test]
async fn a_message_that_waits_to_be_sent_again_is_dropped_when_the_visit_changes() {
    let (clinic, owner, _, visit, message) = interrupted().await;
    owner.post_nothing(&path(message)).await.expect(StatusCode::NO_CONTENT);
    set(&owner, visit, "Cancelled").await;
    let mails = mails_after_the_hold(&clinic).await;
    assert_eq!(mails.len(), 1, "that it is cancelled: {mails:?}");
    assert_eq!(rows(&clinic).await, ["booked Dropped cancelled", "cancelled Sent"]);
}

#[tokio::test]
async fn what_was_left_waiting_and_what_an_address_does_not_get_are_listed_too() {
    let (clinic, owner, patient) = sending().await;
    book(&clinic, &owner, patient, 9).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    let owner = clinic.owner().await;
    let reminder = async |change: &str| {
        clinic.plant(&format!("update {{}}.message set {change} where kind = 'reminder'")).await;
        failed(&owner).await
    };
    assert_eq!(reminder("due_at = now() - interval '2 days'").await, json!([]), "its job tries again by itself");
    let left = reminder("due_at = now() - interval '4 days'").await;
    assert_eq!((&left[0]["status"], &left[0]["can_be_sent"]), (&json!("Waiting"), &json!(true)), "{left}");
    let id = left[0]["id"].as_i64().unwrap();
    owner.post_nothing(&path(id)).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(failed(&owner).await, json!([]));
    assert_eq!(factories::mails(&clinic).await.len(), 2);
    let dropped = reminder("status = 'Dropped', reason = 'returned'").await;
    assert_eq!((&dropped[0]["status"], &dropped[0]["can_be_sent"]), (&json!("Dropped"), &json!(false)), "{dropped}");
    owner.post_nothing(&path(id)).await.refused(StatusCode::CONFLICT, "not_failed");
    assert_eq!(reminder("reason = 'moved'").await, json!([]), "nobody has to know");
}
