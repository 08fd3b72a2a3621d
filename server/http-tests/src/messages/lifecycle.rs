//! The messages about a visit, from the booking to its start.

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Timelike, Utc};
use serde_json::{Value, json};

use super::{
    SETTINGS, book, in_days, mails_after_the_hold, move_to, rows, sending, set, subject, switched_on, wait_until_due,
};
use crate::testing::{TestClinic, factories};
use base::permission::Role;

#[tokio::test]
async fn a_clinic_that_never_switched_messages_on_sends_none() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let visit = book(&clinic, &owner, patient, 5).await;
    move_to(&owner, visit, &in_days(&clinic, 6)).await;
    set(&owner, visit, "Cancelled").await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 0);
    for table in ["message", "appointment_told", "job where kind = 'visit_messages'"] {
        assert_eq!(clinic.count(&format!("{{}}.{table}")).await, 0, "{table}");
    }
}

#[tokio::test]
async fn a_booking_is_told_after_three_minutes_and_says_nothing_of_what_is_treated() {
    let (clinic, owner, patient) = sending().await;
    book(&clinic, &owner, patient, 5).await;
    assert_eq!(factories::mails(&clinic).await.len(), 0, "it is held");
    let mails = mails_after_the_hold(&clinic).await;
    let [mail] = &mails[..] else { panic!("one mail: {mails:?}") };
    let name = clinic.rows("select name from registry.clinic where schema_name = '{}'").await;
    let name: String = name[0].try_get("", "name").unwrap();
    assert_eq!(subject(mail), format!("Your appointment at {name}"));
    assert!(
        mail.contains("nora@example.com") && mail.contains("Hello Nora") && mail.contains("at 10:00 AM (E"),
        "{mail}"
    );
    assert!(mail.contains("text/plain") && mail.contains("text/html"), "{mail}");
    for word in ["Botox", "Lindqvist", "{"] {
        assert!(!mail.contains(word), "{mail}");
    }
    assert_eq!(rows(&clinic).await, ["booked Sent", "reminder Waiting"]);
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
}

#[tokio::test]
async fn a_move_and_back_within_three_minutes_tells_nothing() {
    let (clinic, owner, patient) = sending().await;
    let (first, second) = (in_days(&clinic, 5), in_days(&clinic, 6));
    let visit = book(&clinic, &owner, patient, 5).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    move_to(&owner, visit, &second).await;
    clinic.clock().advance(TimeDelta::minutes(2));
    assert_eq!(factories::mails(&clinic).await.len(), 1);
    move_to(&owner, visit, &first).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    move_to(&owner, visit, &second).await;
    let mails = mails_after_the_hold(&clinic).await;
    assert!(mails.len() == 2 && subject(&mails[1]).ends_with("has a new time"), "{mails:?}");
    assert_eq!(
        rows(&clinic).await,
        ["booked Sent", "reminder Dropped moved", "moved Sent", "reminder Waiting"],
        "the reminder moves with the visit"
    );
}

#[tokio::test]
async fn a_booking_that_is_cancelled_at_once_tells_nothing_and_a_later_one_stops_the_reminder() {
    let (clinic, owner, patient) = sending().await;
    let visit = book(&clinic, &owner, patient, 5).await;
    set(&owner, visit, "Cancelled").await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 0);
    let visit = book(&clinic, &owner, patient, 5).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    set(&owner, visit, "Cancelled").await;
    let mails = mails_after_the_hold(&clinic).await;
    assert!(mails.len() == 2 && subject(&mails[1]).ends_with("is cancelled"), "{mails:?}");
    assert!(!mails[1].contains("/portal/visit/"), "there is nothing to answer");
    assert_eq!(rows(&clinic).await, ["booked Sent", "reminder Dropped cancelled", "cancelled Sent"]);
    // Restoring the visit is news again.
    set(&owner, visit, "Booked").await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 3);
    assert_eq!(
        rows(&clinic).await,
        ["booked Sent", "reminder Waiting", "cancelled Sent", "booked Sent"],
        "and the reminder is planned again"
    );
}

#[tokio::test]
async fn the_reminder_goes_out_two_days_before_at_nine_and_once() {
    let (clinic, owner, patient) = sending().await;
    let visit = book(&clinic, &owner, patient, 5).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    let due = format!(
        "{{}}.message m join {{}}.appointment a on a.id = m.appointment_id where m.kind = 'reminder' and m.due_at at time zone
         'America/New_York' = (a.starts_at at time zone 'America/New_York')::date - 2 + time '09:00' and a.id = {visit}"
    );
    assert_eq!(clinic.count(&due).await, 1);
    wait_until_due(&clinic).await;
    let mails = factories::mails(&clinic).await;
    assert!(mails.len() == 2 && subject(&mails[1]).starts_with("A reminder"), "{mails:?}");
    assert_eq!(rows(&clinic).await, ["booked Sent", "reminder Sent"]);
    clinic.clock().advance(TimeDelta::days(4));
    assert_eq!(factories::mails(&clinic).await.len(), 2);
    assert_eq!(clinic.count("{}.job where kind = 'visit_messages' and done_at is null").await, 0);
}

#[tokio::test]
async fn nothing_is_told_of_the_past_or_after_the_start() {
    let (clinic, owner, patient) = sending().await;
    book(&clinic, &owner, patient, -3).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 0);
    assert_eq!(clinic.count("{}.message").await, 0);
    book(&clinic, &owner, patient, 5).await;
    clinic.clock().advance(TimeDelta::days(6));
    assert_eq!(factories::mails(&clinic).await.len(), 0, "the worker came too late");
    assert_eq!(clinic.count("{}.message where status = 'Sent'").await, 0);
}

#[tokio::test]
async fn switching_on_takes_what_is_booked_as_known_and_plans_the_reminders() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (soon, later) = (book(&clinic, &owner, patient, 1).await, book(&clinic, &owner, patient, 5).await);
    owner.put(SETTINGS, switched_on()).await.expect(StatusCode::OK);
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 0, "everybody knows");
    assert_eq!(rows(&clinic).await, ["reminder Waiting"]);
    move_to(&owner, soon, &in_days(&clinic, 7)).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    let mut off = switched_on();
    off["enabled"] = json!(false);
    let switched = owner.put(SETTINGS, off).await.expect(StatusCode::OK);
    assert_eq!(switched["enabled"], false);
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    assert_eq!(rows(&clinic).await, ["reminder Dropped switched_off", "moved Sent", "reminder Dropped switched_off"]);
    // Changes made in between are not announced later.
    set(&owner, later, "Cancelled").await;
    owner.put(SETTINGS, switched_on()).await.expect(StatusCode::OK);
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    assert_eq!(rows(&clinic).await, ["reminder Dropped switched_off", "moved Sent", "reminder Waiting"]);
}

#[tokio::test]
async fn a_kind_that_is_off_is_not_sent_and_the_others_are() {
    let (clinic, owner, patient) = sending().await;
    let mut some = switched_on();
    some["booked"] = json!(false);
    some["reminder"] = json!(false);
    owner.put(SETTINGS, some).await.expect(StatusCode::OK);
    let visit = book(&clinic, &owner, patient, 5).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 0);
    set(&owner, visit, "Cancelled").await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    assert_eq!(rows(&clinic).await, ["cancelled Sent"]);
}

#[tokio::test]
async fn quiet_hours_hold_a_message_until_they_end() {
    let (clinic, owner, patient) = sending().await;
    let now = clinic.clock().now().with_timezone(&chrono_tz::America::New_York);
    let mut quiet = switched_on();
    quiet["quiet_from"] = json!((now - TimeDelta::hours(1)).format("%H:%M").to_string());
    quiet["quiet_to"] = json!((now + TimeDelta::hours(2)).format("%H:%M").to_string());
    owner.put(SETTINGS, quiet).await.expect(StatusCode::OK);
    book(&clinic, &owner, patient, 5).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 0);
    assert_eq!(rows(&clinic).await[0], "booked Waiting");
    clinic.clock().advance(TimeDelta::hours(2));
    assert_eq!(factories::mails(&clinic).await.len(), 1);
}

#[tokio::test]
async fn the_timeline_shows_what_became_of_a_message() {
    let (clinic, owner, patient) = sending().await;
    let visit = book(&clinic, &owner, patient, 5).await;
    mails_after_the_hold(&clinic).await;
    let path = format!("/api/patients/{patient}/timeline?kinds=message");
    let shown = owner.get(&path).await.expect(StatusCode::OK);
    let entries: Vec<_> = shown.as_array().unwrap().iter().map(|entry| (&entry["title"], &entry["state"])).collect();
    assert_eq!(entries, [(&json!("reminder"), &json!("Waiting")), (&json!("booked"), &json!("Sent"))]);
    assert_eq!(shown[0]["of"], json!({ "kind": "appointment", "id": visit }));
    let listed = owner.get(&format!("/api/patients/{patient}/messages")).await.expect(StatusCode::OK);
    let listed: Vec<_> = listed.as_array().unwrap().clone();
    assert_eq!(
        (&listed[0]["kind"], &listed[0]["body"], &listed[0]["sent_at"]),
        (&json!("reminder"), &Value::Null, &Value::Null)
    );
    let body = listed[1]["body"].as_str().unwrap();
    assert!(
        body.starts_with("Hello Nora,") && body.contains("(the patient's own link)") && !body.contains("http"),
        "{body}"
    );
    assert_eq!((&listed[1]["channel"], &listed[1]["appointment_id"]), (&json!("email"), &json!(visit)));
    assert_eq!(factories::audited(&clinic, "member", "message.list", &[patient], &[]).await, 1);
    let page = owner.get(&format!("/api/patients/{patient}/messages?limit=1")).await;
    let rest = owner.get(&page.next_page().unwrap()).await.expect(StatusCode::OK);
    assert_eq!(rest[0]["kind"], "booked");
    owner.get("/api/patients/1/messages").await.refused(StatusCode::NOT_FOUND, "not_found");
}

#[tokio::test]
async fn whoever_moves_or_cancels_a_visit_can_say_that_the_patient_knows_already() {
    let (clinic, owner, patient) = sending().await;
    let path = async |days| {
        let visit = book(&clinic, &owner, patient, days).await;
        format!("/api/appointments/{visit}")
    };
    let moved = path(5).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    let silently = json!({ "appointment_time": in_days(&clinic, 6), "tell": false });
    owner.patch(&moved, silently).await.expect(StatusCode::OK);
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1, "somebody called the patient");
    // The reminder is for the new time, and another move is announced as usual.
    let waiting = "{}.message where kind = 'reminder' and status = 'Waiting'";
    assert_eq!(clinic.count(waiting).await, 1);
    owner.patch(&moved, json!({ "appointment_time": in_days(&clinic, 7) })).await.expect(StatusCode::OK);
    let mails = mails_after_the_hold(&clinic).await;
    assert_eq!(mails.len(), 2);

    let cancelled = json!({ "status": "Cancelled", "reason": "Has a cold", "tell": false });
    owner.post(&format!("{moved}/status"), cancelled).await.expect(StatusCode::OK);
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 2);
    assert_eq!(clinic.count(waiting).await, 0, "of a cancelled visit nobody is reminded");

    // If the patient has not heard of the booking yet, only the reminder is sent.
    let new = path(9).await;
    let silently = json!({ "appointment_time": in_days(&clinic, 8), "tell": false });
    owner.patch(&new, silently).await.expect(StatusCode::OK);
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 2);
    assert_eq!(clinic.count(waiting).await, 1);
    let wrong = json!({ "appointment_time": in_days(&clinic, 9), "tell": "yes" });
    owner.patch(&new, wrong).await.refused_field("tell");
}

#[tokio::test]
async fn a_visit_says_beforehand_whether_the_patient_would_be_told() {
    let (clinic, owner, patient) = sending().await;
    let visit = book(&clinic, &owner, patient, 5).await;
    let path = format!("/api/appointments/{visit}");
    let outlook = async || {
        let mut outlook = owner.get(&path).await.expect(StatusCode::OK)["outlook"].clone();
        // Another test checks the time.
        outlook.as_object_mut().unwrap().retain(|name, _| !["due_at", "is_quiet"].contains(&name.as_str()));
        outlook
    };
    let said = |moved: Value, cancelled: Value| {
        let to = cancelled.is_null().then_some("nora@example.com");
        json!({ "moved": moved, "cancelled": cancelled, "channel": "email", "to": to, "not_texted": null })
    };
    assert_eq!(outlook().await, said(Value::Null, Value::Null));
    let mut settings = switched_on();
    settings["moved"] = json!(false);
    owner.put(SETTINGS, settings).await.expect(StatusCode::OK);
    assert_eq!(outlook().await, said(json!("switched_off"), Value::Null));
    clinic.plant(&format!("update {{}}.patient set may_email = false where id = {patient}")).await;
    assert_eq!(outlook().await, said(json!("switched_off"), json!("not_wanted")));
    clinic.plant(&format!("update {{}}.patient set may_email = true, email = null where id = {patient}")).await;
    assert_eq!(outlook().await, said(json!("switched_off"), json!("no_address")));
    // A clinic may text patients whom it cannot mail.
    clinic.plant("update {}.clinic_setting set message_news_by_text = true").await;
    let by_text = outlook().await;
    assert_eq!((&by_text["cancelled"], &by_text["channel"]), (&Value::Null, &json!("text")));
    assert!(by_text["to"].as_str().unwrap().contains("010-1234"), "{by_text}");
    clinic.plant(&format!("update {{}}.patient set phone = null where id = {patient}")).await;
    assert_eq!(
        (&outlook().await["cancelled"], &outlook().await["not_texted"]),
        (&json!("no_address"), &json!("no_number"))
    );
    let limited = clinic.signed_in_as(Role::Staff).await;
    assert_eq!(limited.get(&path).await.expect(StatusCode::OK)["outlook"], Value::Null);
    clinic.plant("update {}.clinic_setting set message_enabled = false").await;
    assert_eq!(outlook().await["moved"], "switched_off");
    assert_eq!(outlook().await["cancelled"], "switched_off");
}

#[tokio::test]
async fn a_patient_who_asked_for_another_time_gets_no_reminder_of_this_one_until_that_is_settled() {
    let (clinic, owner, patient) = sending().await;
    let visit = book(&clinic, &owner, patient, 5).await;
    let link = format!("/api/visit/{}", factories::visit_link(&clinic, visit).await);
    let say = async |answer: &str| {
        clinic.anonymous().post(&link, json!({ "answer": answer })).await.expect(StatusCode::OK);
    };
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    say("reschedule").await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    assert_eq!(rows(&clinic).await, ["booked Sent", "reminder Dropped move_asked"]);
    // The patient keeps the visit after all, and is reminded as usual.
    say("confirm").await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    assert_eq!(rows(&clinic).await, ["booked Sent", "reminder Waiting"]);
    say("reschedule").await;
    clinic.clock().advance(TimeDelta::days(4));
    assert_eq!(factories::mails(&clinic).await.len(), 1, "the day of the reminder has come");
    // The desk settles the request after the time of the reminder.
    set(&clinic.owner().await, visit, "Booked").await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    assert_eq!(rows(&clinic).await, ["booked Sent", "reminder Dropped move_asked"]);
}

#[tokio::test]
async fn a_wish_that_the_desk_settles_brings_the_reminder_back() {
    for settle in ["another time", "another provider", "confirmed"] {
        let (clinic, owner, patient) = sending().await;
        let visit = book(&clinic, &owner, patient, 9).await;
        let link = format!("/api/visit/{}", factories::visit_link(&clinic, visit).await);
        assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
        clinic.anonymous().post(&link, json!({ "answer": "reschedule" })).await.expect(StatusCode::OK);
        mails_after_the_hold(&clinic).await;
        assert_eq!(rows(&clinic).await.last().unwrap(), "reminder Dropped move_asked");
        match settle {
            "another time" => move_to(&owner, visit, &in_days(&clinic, 12)).await,
            "confirmed" => set(&owner, visit, "Confirmed").await,
            _ => {
                let me = owner.get("/api/auth/session").await.expect(StatusCode::OK)["member"]["id"].clone();
                let change = json!({ "provider_id": me });
                owner.patch(&format!("/api/appointments/{visit}"), change).await.expect(StatusCode::OK);
            }
        }
        mails_after_the_hold(&clinic).await;
        assert!(rows(&clinic).await.contains(&"reminder Waiting".to_owned()), "{settle}: {:?}", rows(&clinic).await);
    }
}

/// At half past ten in the evening, with visits the next morning before the quiet hours end.
#[tokio::test]
async fn what_the_quiet_hours_keep_back_is_said_listed_and_can_be_sent_at_once() {
    let (clinic, owner, patient) = sending().await;
    let local = clinic.clock().now().with_timezone(&chrono_tz::America::New_York);
    let seconds = i64::from(local.time().num_seconds_from_midnight());
    clinic.clock().advance(TimeDelta::hours(46) + TimeDelta::minutes(30) - TimeDelta::seconds(seconds));
    drop(owner);
    let owner = clinic.owner().await;
    let early = in_days(&clinic, 1).replace("T10:00", "T09:00");
    let new = json!({ "patient_id": patient, "appointment_time": early, "service": "Botox" });
    let second = factories::id(&owner.post("/api/appointments", new).await.expect(StatusCode::CREATED));
    let first = book(&clinic, &owner, patient, 1).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 2);
    let mut quiet = switched_on();
    (quiet["quiet_from"], quiet["quiet_to"]) = (json!("21:00"), json!("11:00"));
    owner.put(SETTINGS, quiet).await.expect(StatusCode::OK);
    let shown = owner.get(&format!("/api/appointments/{first}")).await.expect(StatusCode::OK);
    let outlook = &shown["outlook"];
    assert_eq!((&outlook["cancelled"], &outlook["moved"]), (&json!("quiet_hours"), &Value::Null));
    assert_eq!((&outlook["is_quiet"], &outlook["channel"]), (&json!(true), &json!("email")));
    let due: DateTime<Utc> = outlook["due_at"].as_str().unwrap().parse().unwrap();
    assert_eq!(due.with_timezone(&chrono_tz::America::New_York).format("%H:%M").to_string(), "11:00");

    set(&owner, first, "Cancelled").await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 2, "the two about the bookings");
    let failed = owner.get("/api/messages/failed").await.expect(StatusCode::OK);
    assert_eq!((&failed[0]["kind"], &failed[0]["status"]), (&json!("cancelled"), &json!("Dropped")));
    assert_eq!((&failed[0]["reason"], &failed[0]["can_be_sent"]), (&json!("quiet_hours"), &json!(true)));
    let attention = owner.get("/api/dashboard").await.expect(StatusCode::OK);
    assert_eq!(attention["messages"][0]["reason"], "quiet_hours");
    owner.post_nothing(&format!("/api/messages/{}/send", failed[0]["id"])).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(factories::mails(&clinic).await.len(), 3, "as somebody has asked");
    assert_eq!(owner.get("/api/messages/failed").await.expect(StatusCode::OK), json!([]));

    let at_once = json!({ "status": "Cancelled", "reason": "Provider is ill", "tell_at_once": true });
    owner.post(&format!("/api/appointments/{second}/status"), at_once).await.expect(StatusCode::OK);
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 4);
    assert_eq!(owner.get("/api/messages/failed").await.expect(StatusCode::OK), json!([]));
}
