//! The settings of a clinic's messages.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::{SETTINGS, book, mails_after_the_hold, sending, switched_on};
use crate::testing::{TestClinic, factories};
use base::permission::Role;

#[tokio::test]
async fn messages_are_off_until_a_manager_switches_them_on() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let first = owner.get(SETTINGS).await.expect(StatusCode::OK);
    let expected = json!({
        "enabled": false, "booked": true, "moved": true, "cancelled": true, "reminder": true, "reminder_days": 2,
        "reminder_at": "09:00", "confirm_text": true, "confirm_text_at": "14:00", "day_text": false, "day_text_at": "08:00",
        "aftercare": true, "recall": true, "form_reminders": false, "news_by_text": false, "follow_up_days": null, "quiet_from": "21:00", "quiet_to": "08:00", "sender_name": null, "reply_to": null, "version": 0,
        "updated_at": null, "updated_by": null,
    });
    assert_eq!(first, expected);
    let manager = clinic.signed_in_as(Role::PracticeManager).await;
    let changed = manager.put(SETTINGS, switched_on()).await.expect(StatusCode::OK);
    assert_eq!((&changed["enabled"], &changed["version"]), (&json!(true), &json!(1)));
    assert!(changed["updated_at"].is_string() && changed["updated_by"] == "Robin Practice Manager", "{changed}");
    assert_eq!(owner.get(SETTINGS).await.expect(StatusCode::OK), changed);
    assert_eq!(owner.put(SETTINGS, switched_on()).await.expect(StatusCode::OK)["version"], 1, "nothing has changed");
    let logged = "{}.audit where action = 'message.settings.write' and detail::text like '%enabled%'";
    assert_eq!(clinic.count(logged).await, 1);
    let before = clinic.fingerprint().await;
    let stale = owner.send_from_version(0, Method::PUT, SETTINGS, Some(&switched_on())).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    for role in [Role::Receptionist, Role::Provider, Role::Staff] {
        let member = clinic.signed_in_as(role).await;
        member.put(SETTINGS, switched_on()).await.refused(StatusCode::FORBIDDEN, "forbidden");
        member.get(SETTINGS).await.expect(StatusCode::OK);
    }
    assert_ne!(before, clinic.fingerprint().await, "members were added");
    assert_eq!(clinic.count("{}.clinic_setting where message_version = 1").await, 1);
}

#[tokio::test]
async fn wrong_settings_are_refused_by_field() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for (field, value) in [
        ("reminder_days", json!(0)),
        ("reminder_days", json!(15)),
        ("reminder_at", json!("9")),
        ("quiet_from", Value::Null),
        ("enabled", json!("yes")),
        ("reply_to", json!("nobody")),
        ("sender_name", json!("Pay at evil.example")),
    ] {
        let mut wrong = switched_on();
        wrong[field] = value;
        owner.put(SETTINGS, wrong).await.refused_field(field);
    }
    assert_eq!(clinic.count("{}.clinic_setting where message_version > 0").await, 0);
}

#[tokio::test]
async fn mails_are_from_the_clinic_and_are_answered_to_it() {
    let (clinic, owner, patient) = sending().await;
    let mut named = switched_on();
    named["sender_name"] = json!("Larkspur front desk");
    named["reply_to"] = json!("desk@larkspur.example");
    owner.put(SETTINGS, named).await.expect(StatusCode::OK);
    book(&clinic, &owner, patient, 1).await;
    let mail = mails_after_the_hold(&clinic).await.remove(0);
    assert!(mail.contains("From: \"Larkspur front desk\" <no-reply@localhost>"), "{mail}");
    assert!(mail.contains("Reply-To: desk@larkspur.example"), "{mail}");
    assert_eq!(factories::mails(&clinic).await.len(), 1);
}
