//! A series of visits is announced in one mail.

use std::fs;

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::json;

use super::{in_days, mails_after_the_hold, move_to, rows, sending, sending::die_while_sending, set, subject};
use crate::testing::{Client, TestClinic, factories};
use outbox::Worker;

/// Three visits a week apart, the first in five days, with their dates written out.
async fn booked() -> (TestClinic, Client, Vec<i64>, Vec<String>) {
    let (clinic, owner, patient) = sending().await;
    let new = json!({ "patient_id": patient, "appointment_time": in_days(&clinic, 5), "service": "Botox", "times": 3, "every_weeks": 1 });
    let series = owner.post("/api/appointments/series", new).await.expect(StatusCode::CREATED);
    let visits = series["appointments"].as_array().unwrap().iter().map(factories::id).collect();
    let dates = [5, 12, 19].map(|days| day(&clinic, days)).into();
    (clinic, owner, visits, dates)
}

/// The date so many days ahead, written out.
fn day(clinic: &TestClinic, days: i64) -> String {
    let day = (clinic.clock().now() + TimeDelta::days(days)).with_timezone(&chrono_tz::America::New_York);
    day.format("%A, %B %-d, %Y").to_string()
}

/// The text of a mail without the line breaks that mail adds to long lines.
fn text(mail: &str) -> String {
    mail.replace("=\r\n", "").replace("=\n", "")
}

#[tokio::test]
async fn a_series_is_told_in_one_mail_that_names_every_date() {
    let (clinic, owner, visits, dates) = booked().await;
    let mails = mails_after_the_hold(&clinic).await;
    let [mail] = &mails[..] else { panic!("one mail: {mails:?}") };
    assert!(text(mail).contains(&format!("is on {} at 10:00 AM", dates.join("; "))), "{mail}");
    assert!(!subject(mail).contains(&dates[1]));
    assert_eq!(rows(&clinic).await, ["booked Sent", "reminder Waiting", "reminder Waiting", "reminder Waiting"]);
    // The patient knows each visit, so a move is announced as a move.
    move_to(&owner, visits[2], &in_days(&clinic, 21)).await;
    let mails = mails_after_the_hold(&clinic).await;
    assert!(mails.len() == 2 && subject(&mails[1]).ends_with("has a new time"), "{mails:?}");
    set(&owner, visits[1], "Cancelled").await;
    let mails = mails_after_the_hold(&clinic).await;
    assert!(mails.len() == 3 && subject(&mails[2]).ends_with("is cancelled"), "{mails:?}");
}

#[tokio::test]
async fn this_and_all_later_are_told_in_one_mail_that_names_every_date() {
    let (clinic, owner, visits, dates) = booked().await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 1);
    let change = json!({ "appointment_time": in_days(&clinic, 13), "and_later": true });
    owner.patch(&format!("/api/appointments/{}", visits[1]), change).await.expect(StatusCode::OK);
    let mails = mails_after_the_hold(&clinic).await;
    assert_eq!(mails.len(), 2, "{mails:?}");
    let day = |days| day(&clinic, days);
    assert!(text(&mails[1]).contains(&format!("It is now on {}; {} at 10:00 AM", day(13), day(20))), "{}", mails[1]);
    assert!(!text(&mails[1]).contains(&dates[0]));
    let cancelled = json!({ "status": "Cancelled", "reason": "Away", "and_later": true });
    let path = format!("/api/appointments/{}/status", visits[0]);
    owner.post(&path, cancelled).await.expect(StatusCode::OK);
    let mails = mails_after_the_hold(&clinic).await;
    assert_eq!(mails.len(), 3, "{mails:?}");
    let told = format!("on {}; {}; {} at 10:00 AM", dates[0], day(13), day(20));
    assert!(text(&mails[2]).contains(&told) && subject(&mails[2]).ends_with("is cancelled"), "{}", mails[2]);
    assert_eq!(clinic.count("{}.message where status = 'Waiting'").await, 0);
}

#[tokio::test]
async fn what_is_changed_before_the_mail_is_told_as_it_is_then() {
    let (clinic, owner, visits, dates) = booked().await;
    set(&owner, visits[1], "Cancelled").await;
    let afternoon = in_days(&clinic, 19).replace("T10:00", "T15:30");
    move_to(&owner, visits[2], &afternoon).await;
    let mails = mails_after_the_hold(&clinic).await;
    let [mail] = &mails[..] else { panic!("one mail: {mails:?}") };
    let told = format!("is on {} (10:00 AM); {} (3:30 PM) at the times given", dates[0], dates[2]);
    assert!(text(mail).contains(&told), "{told}: {mail}");
}

#[tokio::test]
async fn visits_at_other_times_of_day_are_told_in_the_same_mail_with_their_times() {
    let (clinic, owner, patient) = sending().await;
    let other = in_days(&clinic, 12);
    let new = json!({
        "patient_id": patient, "appointment_time": in_days(&clinic, 5), "service": "Botox", "times": 3, "every_weeks": 1,
        "other_times": [{ "date": &other[..10], "appointment_time": other.replace("T10:00", "T15:30") }],
    });
    let series = owner.post("/api/appointments/series", new).await.expect(StatusCode::CREATED);
    let first = factories::id(&series["appointments"][0]);
    // Where each date has its own time, the second one is in the afternoon.
    let told = |days: [i64; 3]| {
        let [one, two, three] = days.map(|days| day(&clinic, days));
        format!("on {one} (10:00 AM); {two} (3:30 PM); {three} (10:00 AM) at the times given")
    };
    let mails = mails_after_the_hold(&clinic).await;
    let [mail] = &mails[..] else { panic!("one mail: {mails:?}") };
    assert!(text(mail).contains(&told([5, 12, 19])), "{mail}");
    let change = json!({ "appointment_time": in_days(&clinic, 6), "and_later": true });
    owner.patch(&format!("/api/appointments/{first}"), change).await.expect(StatusCode::OK);
    let mails = mails_after_the_hold(&clinic).await;
    assert!(mails.len() == 2 && text(&mails[1]).contains(&told([6, 13, 20])), "{mails:?}");
    let cancelled = json!({ "status": "Cancelled", "reason": "Away", "and_later": true });
    owner.post(&format!("/api/appointments/{first}/status"), cancelled).await.expect(StatusCode::OK);
    let mails = mails_after_the_hold(&clinic).await;
    assert!(mails.len() == 3 && text(&mails[2]).contains(&told([6, 13, 20])), "{mails:?}");
    assert_eq!(clinic.count("{}.message where status = 'Waiting'").await, 0);
}

#[tokio::test]
async fn a_mail_that_fails_names_every_date_when_it_is_sent() {
    let (clinic, _, _, dates) = booked().await;
    clinic.clock().advance(TimeDelta::minutes(4));
    let broken = Worker::new(clinic.server.app.clone(), clinic.server.mailer());
    fs::remove_dir(&clinic.server.config.mail_dir).unwrap();
    broken.visit(clinic.provisioned.id).await;
    assert_eq!(rows(&clinic).await[0], "booked Failed out_of_reach");
    clinic.clock().advance(TimeDelta::hours(1));
    let mails = factories::mails(&clinic).await;
    let [mail] = &mails[..] else { panic!("one mail: {mails:?}") };
    assert!(text(mail).contains(&dates.join("; ")), "{mail}");
    assert_eq!(clinic.count("{}.message where kind = 'booked'").await, 1);
}

#[tokio::test]
async fn a_worker_that_dies_leaves_no_second_mail_about_the_series() {
    let (clinic, ..) = booked().await;
    clinic.clock().advance(TimeDelta::minutes(4));
    die_while_sending(&clinic).await;
    assert_eq!(factories::mails(&clinic).await.len(), 0);
    clinic.clock().advance(TimeDelta::hours(1));
    assert_eq!(factories::mails(&clinic).await.len(), 0);
    assert_eq!(clinic.count("{}.message where kind = 'booked'").await, 1);
    assert_eq!(rows(&clinic).await[0], "booked Failed interrupted");
}
