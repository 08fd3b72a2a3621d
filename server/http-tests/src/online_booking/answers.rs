//! Requests: what the desk sees and answers, and the messages to the patient.

use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use entity::words::Role;
use serde_json::{Value, json};

use super::{appointments, book, open, open_at_once};
use crate::testing::{Client, TestClinic, factories};

/// A request of Ida Berg: the appointment's id, and the path of her own page.
async fn requested() -> (TestClinic, Client, i64, String) {
    let (clinic, owner, provider) = open().await;
    let (booked, _) = book(&clinic, provider, "ida@example.com", ("Ida", "Berg")).await;
    assert_eq!(booked["mode"], "requested");
    let id = factories::id(&appointments(&owner).await[0]);
    let page = booked["visit_path"].as_str().unwrap().replace("/portal/", "/api/");
    (clinic, owner, id, page)
}

/// The mails to people outside of the clinic.
async fn mails_to_patients(clinic: &TestClinic) -> Vec<String> {
    let mut mails = factories::mails(clinic).await;
    mails.retain(|mail| !mail.contains("@clinic.example"));
    mails
}

fn subjects(mails: &[String]) -> Vec<&str> {
    mails.iter().filter_map(|mail| mail.lines().find_map(|line| line.strip_prefix("Subject: "))).collect()
}

#[tokio::test]
async fn a_request_occupies_its_time_and_is_marked_as_one() {
    let (clinic, owner, id, page) = requested().await;
    let row = owner.get(&format!("/api/appointments/{id}")).await.expect(StatusCode::OK);
    assert_eq!(row["status"], "Booked");
    assert!(row["requested_at"].is_string(), "{row}");
    let patient = row["patient_id"].as_i64().unwrap();
    let mut over = json!({ "patient_id": patient, "appointment_time": row["starts_at"] });
    over["provider_id"] = row["provider_id"].clone();
    owner.post("/api/appointments", over).await.refused(StatusCode::CONFLICT, "double_booked");
    let shown = clinic.anonymous().get(&page).await.expect(StatusCode::OK);
    assert_eq!(shown["requested"], true);
    // The patient gets a mail that the request was received, which does not name the service.
    let mails = mails_to_patients(&clinic).await;
    assert_eq!(mails.len(), 2);
    assert!(mails[1].contains("has received your request") && mails[1].contains("To: Ida"), "{}", mails[1]);
    assert!(!mails[1].contains("Botox"), "{}", mails[1]);
    // Roles with limited access see that it is a request, but not whose.
    let staff = clinic.signed_in_as(Role::Staff).await;
    let limited = staff.get(&format!("/api/appointments/{id}")).await.expect(StatusCode::OK);
    assert_eq!((&limited["requested_at"], &limited["patient_id"]), (&row["requested_at"], &Value::Null));
}

#[tokio::test]
async fn the_front_desk_learns_of_a_request() {
    let (clinic, owner, provider) = open().await;
    let count = async || owner.get("/api/appointments/requests/count").await.expect(StatusCode::OK)["open"].clone();
    assert_eq!(count().await, 0);
    let desk = clinic.signed_in_as(Role::Receptionist).await;
    clinic.signed_in_as(Role::PracticeManager).await;
    book(&clinic, provider, "ida@example.com", ("Ida", "Berg")).await;
    let row = appointments(&owner).await[0].clone();
    let to_desk = async || {
        let mut mails = factories::mails(&clinic).await;
        mails.retain(|mail| mail.contains("@clinic.example"));
        mails
    };
    // The members who take bookings get a mail that names neither the patient nor the service.
    let mails = to_desk().await;
    assert_eq!(mails.len(), 1);
    assert!(subjects(&mails)[0].starts_with("A request for an appointment: Clinic"), "{}", mails[0]);
    assert!(mails[0].contains("receptionist-"), "{}", mails[0]);
    for hidden in ["Ida", "Berg", "ida@example.com", "Botox"] {
        assert!(!mails[0].contains(hidden), "{}", mails[0]);
    }
    // It is counted in the navigation, and listed on the first page.
    assert_eq!(count().await, 1);
    for client in [&owner, &desk] {
        let requests = client.get("/api/dashboard").await.expect(StatusCode::OK)["requests"].clone();
        let fields = ["appointment_id", "patient_id", "patient_name", "service", "starts_at", "asked_at"];
        let expected = [
            &row["id"],
            &row["patient_id"],
            &json!("Ida Berg"),
            &json!("Botox"),
            &row["starts_at"],
            &row["requested_at"],
        ];
        assert_eq!(fields.map(|field| &requests[0][field]), expected);
    }
    let staff = clinic.signed_in_as(Role::Staff).await;
    staff.get("/api/appointments/requests/count").await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(staff.get("/api/dashboard").await.expect(StatusCode::OK)["requests"], json!([]));
    // An answered request is no longer counted.
    owner.post_nothing(&format!("/api/appointments/{}/accept", row["id"])).await.expect(StatusCode::OK);
    assert_eq!(count().await, 0);
    assert_eq!(owner.get("/api/dashboard").await.expect(StatusCode::OK)["requests"], json!([]));
    assert_eq!(to_desk().await.len(), 1);
}

#[tokio::test]
async fn a_request_that_is_answered_before_the_mail_goes_is_not_mailed_and_without_a_desk_the_owner_is() {
    let (clinic, owner, id, _) = requested().await;
    owner.post_nothing(&format!("/api/appointments/{id}/accept")).await.expect(StatusCode::OK);
    let about_requests = |mails: Vec<String>| {
        mails.into_iter().filter(|mail| mail.contains("Subject: A request for an appointment")).collect::<Vec<_>>()
    };
    assert_eq!(about_requests(factories::mails(&clinic).await), Vec::<String>::new());
    let (clinic, ..) = requested().await;
    let mails = about_requests(factories::mails(&clinic).await);
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains("owner@clinic.example"), "{}", mails[0]);
}

#[tokio::test]
async fn a_request_is_accepted_once_and_the_patient_is_notified() {
    let (clinic, owner, id, page) = requested().await;
    factories::mails(&clinic).await;
    let path = format!("/api/appointments/{id}/accept");
    let stale = owner.send_from_version(7, Method::POST, &path, None).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    let accepted = owner.send_from_version(1, Method::POST, &path, None).await.expect(StatusCode::OK);
    assert_eq!((&accepted["status"], &accepted["requested_at"]), (&json!("Booked"), &Value::Null));
    assert_eq!(accepted["version"], 2);
    owner.post_nothing(&path).await.refused(StatusCode::CONFLICT, "answered");
    let reason = json!({ "reason": "Fully booked" });
    owner.post(&format!("/api/appointments/{id}/decline"), reason).await.refused(StatusCode::CONFLICT, "answered");
    let mails = mails_to_patients(&clinic).await;
    assert_eq!(mails.len(), 3);
    assert!(mails[2].contains("has accepted your request") && mails[2].contains("/portal/visit/"), "{}", mails[2]);
    let shown = clinic.anonymous().get(&page).await.expect(StatusCode::OK);
    assert_eq!(shown["requested"], false);
    let row = owner.get(&format!("/api/appointments/{id}")).await.expect(StatusCode::OK);
    assert_eq!(row["events"][0]["reason"], "Accepted the online request");
    let patient = row["patient_id"].as_i64().unwrap();
    assert_eq!(factories::audited(&clinic, "member", "appointment.request.accept", &[patient], &[id]).await, 1);
    let answered = "{}.online_booking where answer = 'accepted' and answered_by_name = 'Olive Owner'";
    assert_eq!(clinic.count(answered).await, 1);
}

#[tokio::test]
async fn a_declined_request_is_cancelled_with_a_reason_that_the_patient_does_not_read() {
    let (clinic, owner, id, _) = requested().await;
    let path = format!("/api/appointments/{id}/decline");
    owner.post(&path, json!({})).await.refused_field("reason");
    let declined = owner.post(&path, json!({ "reason": "Dr. Provider is away" })).await.expect(StatusCode::OK);
    assert_eq!((&declined["status"], &declined["requested_at"]), (&json!("Cancelled"), &Value::Null));
    assert_eq!(declined["cancel_reason"], "Dr. Provider is away");
    // One job sends the state at the time it runs.
    let mails = mails_to_patients(&clinic).await;
    assert_eq!(mails.len(), 2);
    assert!(mails[1].contains("cannot offer you the appointment") && mails[1].contains("/book"), "{}", mails[1]);
    assert!(!mails[1].contains("away"), "{}", mails[1]);
    owner
        .post("/api/appointments/1/decline", json!({ "reason": "x" }))
        .await
        .refused(StatusCode::NOT_FOUND, "not_found");
    owner.post_nothing("/api/appointments/1/accept").await.refused(StatusCode::NOT_FOUND, "not_found");
    let staff = clinic.signed_in_as(Role::Staff).await;
    staff.post(&path, json!({ "reason": "x" })).await.refused(StatusCode::FORBIDDEN, "forbidden");
}

#[tokio::test]
async fn a_request_is_answered_before_anything_else_and_the_patient_can_only_cancel_it() {
    let (clinic, owner, id, page) = requested().await;
    let before = clinic.fingerprint().await;
    let status = format!("/api/appointments/{id}/status");
    for wanted in ["Confirmed", "Arrived", "Cancelled"] {
        let body = json!({ "status": wanted, "reason": "x" });
        owner.post(&status, body).await.refused(StatusCode::CONFLICT, "not_answered");
    }
    let visitor = clinic.anonymous();
    visitor.post(&page, json!({ "answer": "confirm" })).await.refused(StatusCode::CONFLICT, "not_answered");
    assert_eq!(clinic.fingerprint().await, before);
    let cancelled = visitor.post(&page, json!({ "answer": "cancel" })).await.expect(StatusCode::OK);
    assert_eq!((&cancelled["status"], &cancelled["requested"]), (&json!("Cancelled"), &json!(false)));
    owner.post_nothing(&format!("/api/appointments/{id}/accept")).await.refused(StatusCode::CONFLICT, "answered");
    // A mail that the request was received would be wrong by now.
    assert_eq!(mails_to_patients(&clinic).await.len(), 1);
}

#[tokio::test]
async fn reminders_of_a_request_begin_with_its_acceptance_and_nothing_is_sent_twice() {
    let (clinic, owner, provider) = open().await;
    owner.put("/api/messages/settings", factories::message_settings()).await.expect(StatusCode::OK);
    book(&clinic, provider, "ida@example.com", ("Ida", "Berg")).await;
    let id = factories::id(&appointments(&owner).await[0]);
    let row = owner.get(&format!("/api/appointments/{id}")).await.expect(StatusCode::OK);
    let starts_at: chrono::DateTime<chrono::Utc> = row["starts_at"].as_str().unwrap().parse().unwrap();
    let later = (starts_at + TimeDelta::days(14)).to_rfc3339();
    owner.patch(&format!("/api/appointments/{id}"), json!({ "appointment_time": later })).await.expect(StatusCode::OK);
    owner.put("/api/messages/settings", factories::message_settings()).await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::minutes(4));
    factories::mails(&clinic).await;
    assert_eq!(clinic.count("{}.message").await, 0, "nothing is planned for a request");
    let owner = clinic.owner().await;
    owner.post_nothing(&format!("/api/appointments/{id}/accept")).await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::minutes(4));
    let mails = mails_to_patients(&clinic).await;
    assert_eq!(clinic.count("{}.message where kind = 'reminder' and status = 'Waiting'").await, 1);
    assert_eq!(clinic.count("{}.message").await, 1);
    let sent = subjects(&mails).into_iter().filter(|subject| subject.starts_with("Your appointment at")).count();
    assert_eq!(sent, 1, "{mails:?}");
}

#[tokio::test]
async fn an_immediate_booking_is_announced_like_a_booking_of_the_desk() {
    let (clinic, owner, provider) = open_at_once().await;
    owner.put("/api/messages/settings", factories::message_settings()).await.expect(StatusCode::OK);
    book(&clinic, provider, "ida@example.com", ("Ida", "Berg")).await;
    clinic.clock().advance(TimeDelta::minutes(4));
    let mails = mails_to_patients(&clinic).await;
    assert_eq!(subjects(&mails).last().map(|subject| subject.starts_with("Your appointment at")), Some(true));
    assert_eq!(clinic.count("{}.message where kind = 'booked' and status = 'Sent'").await, 1);
}
