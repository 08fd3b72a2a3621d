//! The messages around the visits of one service.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::{book, mails_after_the_hold, rows, say, with_catalogue};
use crate::testing::{TestClinic, factories};
use base::permission::Role;

const SERVICES: &str = "/api/messages/services";

fn said() -> Value {
    json!({ "reminder": false, "aftercare": "Do not rub it.\nNo gym today.", "recall_weeks": 12, "follow_up_days": 14 })
}

#[tokio::test]
async fn each_service_has_its_own_and_begins_with_the_reminder_alone() {
    let (clinic, owner, _, botox) = with_catalogue().await;
    let listed = owner.get(SERVICES).await.expect(StatusCode::OK);
    let first = json!({
        "service_id": botox, "service": "Botox", "reminder": true, "aftercare": null, "recall_weeks": null,
        "follow_up_days": null, "no_follow_up": false, "version": 0,
        "updated_at": null, "updated_by": null,
    });
    assert_eq!((listed.as_array().unwrap().len(), &listed[0]), (8, &first));
    let changed = say(&owner, botox, said()).await;
    assert_eq!((&changed["reminder"], &changed["aftercare"]), (&json!(false), &said()["aftercare"]));
    assert_eq!((&changed["recall_weeks"], &changed["follow_up_days"]), (&json!(12), &json!(14)));
    assert_eq!(changed["version"], 1);
    assert_eq!(changed["updated_by"], "Olive Owner");
    assert_eq!(owner.get(SERVICES).await.expect(StatusCode::OK)[0], changed);
    let path = format!("{SERVICES}/{botox}");
    let stale = owner.send_from_version(0, Method::PUT, &path, Some(&said())).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    owner.send_from_version(1, Method::PUT, &path, Some(&json!({ "reminder": true }))).await.expect(StatusCode::OK);
    let cleared = &owner.get(SERVICES).await.expect(StatusCode::OK)[0];
    assert_eq!((&cleared["aftercare"], &cleared["recall_weeks"]), (&Value::Null, &Value::Null));
    // The log records that there is a text, without the text.
    let logged = "{}.audit where action = 'message.service.write' and detail::text like '%recall_weeks%'";
    assert_eq!(clinic.count(logged).await, 2);
    assert_eq!(clinic.count("{}.audit where detail::text like '%rub it%'").await, 0);
}

#[tokio::test]
async fn what_cannot_be_said_about_a_service_is_refused() {
    let (clinic, owner, _, botox) = with_catalogue().await;
    let before = clinic.fingerprint().await;
    let path = format!("{SERVICES}/{botox}");
    for (field, value) in [
        ("reminder", json!("yes")),
        ("aftercare", json!("x".repeat(4_001))),
        ("recall_weeks", json!(0)),
        ("recall_weeks", json!(105)),
        ("follow_up_days", json!(366)),
    ] {
        let mut wrong = said();
        wrong[field] = value;
        owner.put(&path, wrong).await.refused_field(field);
    }
    owner.put(&format!("{SERVICES}/1"), said()).await.refused(StatusCode::NOT_FOUND, "not_found");
    owner.post(&format!("{path}/preview"), json!({ "aftercare": " " })).await.refused_field("aftercare");
    assert_eq!(clinic.fingerprint().await, before);
    let front_desk = clinic.signed_in_as(Role::Receptionist).await;
    front_desk.get(SERVICES).await.expect(StatusCode::OK);
    front_desk.put(&path, said()).await.refused(StatusCode::FORBIDDEN, "forbidden");
    // A clinic without the catalogue has no services to set messages for.
    let other = TestClinic::new().await;
    let owner = other.owner().await;
    owner.get(SERVICES).await.refused(StatusCode::CONFLICT, "module_off");
    owner.put(&path, said()).await.refused(StatusCode::CONFLICT, "module_off");
    owner
        .post(&format!("{path}/preview"), json!({ "aftercare": "x" }))
        .await
        .refused(StatusCode::CONFLICT, "module_off");
}

#[tokio::test]
async fn the_texts_of_all_services_are_bounded_together() {
    let (clinic, owner, _, botox) = with_catalogue().await;
    let many = "insert into {}.service (name, position, minutes, created_at, updated_at)
        select 'Service ' || n, n + 100, 30, now(), now() from generate_series(1, 480) n";
    clinic.plant(many).await;
    let long = "insert into {}.service_message (service_id, reminder, aftercare, version, updated_at, updated_by, updated_by_name)
        select s.id, true, repeat('ä', 2500), 1, now(), (select min(id) from {}.member), 'x' from {}.service s where position > 100";
    clinic.plant(long).await;
    owner.put(&format!("{SERVICES}/{botox}"), said()).await.refused(StatusCode::CONFLICT, "too_much_text");
    assert_eq!(clinic.count(&format!("{{}}.service_message where service_id = {botox}")).await, 0);
}

#[tokio::test]
async fn a_service_without_reminders_is_booked_and_not_reminded_of() {
    let (clinic, owner, patient, botox) = with_catalogue().await;
    book(&clinic, &owner, patient, 5).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    assert_eq!(rows(&clinic).await, ["booked Sent", "reminder Waiting"]);
    say(&owner, botox, said()).await;
    assert_eq!(factories::mails(&clinic).await.len(), 1);
    assert_eq!(rows(&clinic).await, ["booked Sent", "reminder Dropped switched_off"]);
    say(&owner, botox, json!({ "reminder": true })).await;
    factories::mails(&clinic).await;
    assert_eq!(rows(&clinic).await, ["booked Sent", "reminder Waiting"]);
}

#[tokio::test]
async fn a_preview_shows_the_text_in_the_words_of_the_mail() {
    let (clinic, owner, _, botox) = with_catalogue().await;
    let own = json!({ "subject": "Thank you", "body": "Dear {first_name},\n{aftercare}\nSee you!" });
    owner.put("/api/messages/templates/aftercare", own).await.expect(StatusCode::OK);
    let path = format!("{SERVICES}/{botox}/preview");
    let shown = owner.post(&path, json!({ "aftercare": "No <gym> {date}" })).await.expect(StatusCode::OK);
    assert_eq!(shown["text"], "Dear Jamie,\nNo <gym> {date}\nSee you!");
    assert!(shown["html"].as_str().unwrap().contains("No &lt;gym&gt; {date}"), "{shown}");
    assert_eq!((&shown["subject"], clinic.count("{}.service_message").await), (&json!("Thank you"), 0));
}
