//! Following up, correcting, acknowledging.

use axum::http::StatusCode;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{TreatedClinic, acknowledge, correct, follow_up, of_patient, on_today, report};
use crate::testing::factories;
use base::permission::Role;
use evidence::verify;
use tenancy::MAIN;

#[tokio::test]
async fn an_event_stands_as_its_latest_follow_up_says() {
    let here = TreatedClinic::new().await;
    let id = here.reported().await;
    let next = here.in_days(3);
    let event = follow_up(&here.nurse, id, "resolving", Some(next)).await.expect(StatusCode::OK);
    assert_eq!((&event["status"], &event["follow_up_on"]), (&json!("resolving"), &json!(next)));
    let event = follow_up(&here.director, id, "resolved_with_sequelae", None).await.expect(StatusCode::OK);
    assert_eq!((&event["status"], &event["follow_up_on"]), (&json!("resolved_with_sequelae"), &Value::Null));
    let entries = event["entries"].as_array().unwrap();
    let written: Vec<_> = entries.iter().map(|entry| (&entry["by"], &entry["status"], &entry["text"])).collect();
    assert_eq!(
        written,
        [
            (&json!("Robin Nurse"), &json!("resolving"), &json!("Seen again")),
            (&json!("Olive Owner"), &json!("resolved_with_sequelae"), &json!("Seen again"))
        ]
    );
    // An event that is over may be reopened.
    let event = follow_up(&here.nurse, id, "open", None).await.expect(StatusCode::OK);
    assert_eq!(event["status"], "open");
    let action = "adverse_event.follow_up";
    assert_eq!(factories::audited(&here.clinic, "member", action, &[here.patient], &[id]).await, 3);
}

#[tokio::test]
async fn a_correction_leaves_the_report_and_its_severity_counts() {
    let here = TreatedClinic::new().await;
    let id = here.reported().await;
    let event = correct(&here.nurse, id, json!({})).await.expect(StatusCode::OK);
    assert_eq!((&event["severity"], &event["details"]), (&json!("moderate"), &json!("A hard lump under the left eye")));
    let event = correct(&here.nurse, id, json!({ "severity": "severe" })).await.expect(StatusCode::OK);
    assert_eq!((&event["severity"], &event["reported_severity"]), (&json!("severe"), &json!("moderate")));
    let entry = &event["entries"][1];
    assert_eq!(
        [&entry["kind"], &entry["reason"], &entry["text"], &entry["severity"], &entry["status"]],
        [&json!("correction"), &json!("Wrong side"), &json!("Under the right eye"), &json!("severe"), &Value::Null]
    );
    let action = "adverse_event.correct";
    assert_eq!(factories::audited(&here.clinic, "member", action, &[here.patient], &[id]).await, 2);
}

#[tokio::test]
async fn entries_that_cannot_be_are_refused_and_change_nothing() {
    let here = TreatedClinic::new().await;
    let id = here.reported().await;
    let before = here.clinic.fingerprint().await;
    let yesterday = here.today().pred_opt();
    let sentence = follow_up(&here.nurse, id, "open", yesterday).await.refused_field("follow_up_on");
    assert_eq!(sentence, "must not be in the past");
    for over in ["resolved", "resolved_with_sequelae"] {
        let sentence = follow_up(&here.nurse, id, over, Some(here.in_days(1))).await.refused_field("follow_up_on");
        assert_eq!(sentence, "is for an event that goes on");
    }
    follow_up(&here.nurse, id, "better", None).await.refused_field("status");
    let path = format!("/api/adverse-events/{id}/follow-ups");
    here.nurse.post(&path, json!({ "text": "Seen" })).await.refused_field("status");
    here.nurse.post(&path, json!({ "status": "open" })).await.refused_field("text");
    here.nurse.post(&path, json!({ "status": "open", "text": "x".repeat(10_001) })).await.refused_field("text");
    for (field, wrong) in [
        ("reason", json!(" ")),
        ("reason", json!("x".repeat(201))),
        ("text", json!("")),
        ("text", json!("x".repeat(10_001))),
        ("severity", json!("fatal")),
        ("status", json!("resolved")),
    ] {
        correct(&here.nurse, id, json!({ field: wrong })).await.refused_field(field);
    }
    for nothing in [1, -1, here.clinic.first_id + 999_999] {
        follow_up(&here.nurse, nothing, "open", None).await.refused(StatusCode::NOT_FOUND, "not_found");
        correct(&here.nurse, nothing, json!({})).await.refused(StatusCode::NOT_FOUND, "not_found");
        acknowledge(&here.director, nothing).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    for role in [Role::MedicalAssistant, Role::Receptionist, Role::PracticeManager, Role::Staff] {
        let person = here.clinic.signed_in_as(role).await;
        follow_up(&person, id, "open", None).await.refused(StatusCode::FORBIDDEN, "forbidden");
        correct(&person, id, json!({})).await.refused(StatusCode::FORBIDDEN, "forbidden");
        acknowledge(&person, id).await.refused(StatusCode::FORBIDDEN, "forbidden");
    }
    acknowledge(&here.nurse, id).await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(here.clinic.count("{}.adverse_event_entry").await, 0);
    assert_ne!(before, here.clinic.fingerprint().await, "members were added");
}

#[tokio::test]
async fn a_director_acknowledges_once_and_then_nobody_is_asked_any_more() {
    let here = TreatedClinic::new().await;
    let id = here.reported().await;
    let event = acknowledge(&here.director, id).await.expect(StatusCode::OK);
    assert_eq!((&event["acknowledged_by"], &event["may_acknowledge"]), (&json!("Olive Owner"), &json!(false)));
    assert!(event["acknowledged_at"].is_string());
    assert_eq!(event["entries"][0]["kind"], "acknowledgement");
    assert_eq!(on_today(&here.director).await, Vec::<Value>::new());
    let before = here.clinic.fingerprint().await;
    let refused = acknowledge(&here.director, id).await.refused(StatusCode::CONFLICT, "already_acknowledged");
    assert_eq!(refused["error"], "A director has acknowledged this adverse event already.");
    assert_eq!(here.clinic.fingerprint().await, before);
    let action = "adverse_event.acknowledge";
    assert_eq!(factories::audited(&here.clinic, "member", action, &[here.patient], &[id]).await, 1);
}

#[tokio::test]
async fn a_director_acknowledges_the_own_report_only_where_there_is_no_other() {
    let here = TreatedClinic::new().await;
    let own = report(&here.director, here.patient, here.treatment, json!({})).await.expect(StatusCode::CREATED);
    assert_eq!(own["may_acknowledge"], true, "the only director");
    let id = factories::id(&own);
    let second = here.clinic.signed_in_as(Role::MedicalDirector).await;
    assert_eq!(of_patient(&here.director, here.patient).await[0]["may_acknowledge"], false);
    let before = here.clinic.fingerprint().await;
    let refused = acknowledge(&here.director, id).await.refused(StatusCode::FORBIDDEN, "own_report");
    assert_eq!(refused["error"], "This is your own report. Another director of the clinic must acknowledge it.");
    assert_eq!(here.clinic.fingerprint().await, before);
    acknowledge(&second, id).await.expect(StatusCode::OK);
    let own = report(&here.director, here.patient, here.treatment, json!({})).await.expect(StatusCode::CREATED);
    here.clinic
        .plant("update {}.member set status = 'inactive' where not is_owner and role = 'Medical Director'")
        .await;
    acknowledge(&here.director, factories::id(&own)).await.expect(StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_at_once_each_entry_has_its_own_number_and_one_acknowledges() {
    let here = TreatedClinic::new().await;
    let id = here.reported().await;
    let writes = (0..8).map(async |number| {
        if number % 2 == 0 {
            follow_up(&here.nurse, id, "open", None).await.status
        } else {
            acknowledge(&here.director, id).await.status
        }
    });
    let answers = join_all(writes).await;
    let done = answers.iter().filter(|status| **status == StatusCode::OK).count();
    assert_eq!(done, 5, "{answers:?}");
    let numbers = here.clinic.rows("select number from {}.adverse_event_entry order by number").await;
    let numbers: Vec<i32> = numbers.iter().map(|row| row.try_get("", "number").unwrap()).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
    let tx = here.clinic.owner_db.inspect(MAIN, &here.clinic.provisioned.schema).await.unwrap();
    assert_eq!(verify(&tx).await.unwrap().findings, []);
}

#[tokio::test]
async fn a_follow_up_is_on_today_from_its_day_on_until_somebody_has_written_it() {
    let here = TreatedClinic::new().await;
    let id = factories::id(&here.report(json!({ "follow_up_on": here.in_days(2) })).await.expect(StatusCode::CREATED));
    acknowledge(&here.director, id).await.expect(StatusCode::OK);
    assert_eq!(on_today(&here.nurse).await, Vec::<Value>::new());
    here.clinic.clock().advance(chrono::TimeDelta::days(2));
    let nurse = here.clinic.signed_in_as(Role::Nurse).await;
    let [row] = &on_today(&nurse).await[..] else { panic!("one") };
    assert_eq!((&row["event_id"], &row["to_acknowledge"]), (&json!(id), &json!(false)));
    assert_eq!(row["follow_up_on"], json!(here.today()));
    let assistant = here.clinic.signed_in_as(Role::MedicalAssistant).await;
    assert_eq!(on_today(&assistant).await, Vec::<Value>::new());
    let next = here.in_days(7);
    follow_up(&nurse, id, "resolving", Some(next)).await.expect(StatusCode::OK);
    assert_eq!(on_today(&nurse).await, Vec::<Value>::new());
    here.clinic.clock().advance(chrono::TimeDelta::days(8));
    let nurse = here.clinic.signed_in_as(Role::Nurse).await;
    assert_eq!(on_today(&nurse).await.len(), 1);
    follow_up(&nurse, id, "resolved", None).await.expect(StatusCode::OK);
    assert_eq!(on_today(&nurse).await, Vec::<Value>::new());
}
