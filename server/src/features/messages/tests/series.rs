//! A series of visits is told in one mail.

use std::fs;

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::json;

use super::{in_days, mails_after_the_hold, move_to, rows, sending, sending::die_while_sending, set, subject};
use crate::{
    foundation::jobs::Worker,
    testing::{Client, TestClinic, factories},
};

/// Three visits a week apart, the first in five days, with their dates in words.
async fn booked() -> (TestClinic, Client, Vec<i64>, Vec<String>) {
    let (clinic, owner, patient) = sending().await;
    let new = json!({ "patient_id": patient, "appointment_time": in_days(&clinic, 5), "service": "Botox", "times": 3, "every_weeks": 1 });
    let series = owner.post("/api/appointments/series", new).await.expect(StatusCode::CREATED);
    let visits = series["appointments"].as_array().unwrap().iter().map(factories::id).collect();
    let day = |days: i64| {
        let day = (clinic.clock().now() + TimeDelta::days(days)).with_timezone(&chrono_tz::America::New_York);
        day.format("%A, %B %-d, %Y").to_string()
    };
    let dates = [5, 12, 19].map(day).into();
    (clinic, owner, visits, dates)
}

/// The text of a mail without the breaks that mail puts into long lines.
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
    // The patient knows each of them: a move is told as one.
    move_to(&owner, visits[2], &in_days(&clinic, 21)).await;
    let mails = mails_after_the_hold(&clinic).await;
    assert!(mails.len() == 2 && subject(&mails[1]).ends_with("has a new time"), "{mails:?}");
    set(&owner, visits[1], "Cancelled").await;
    let mails = mails_after_the_hold(&clinic).await;
    assert!(mails.len() == 3 && subject(&mails[2]).ends_with("is cancelled"), "{mails:?}");
}

#[tokio::test]
async fn what_is_changed_before_the_mail_is_told_as_it_is_then() {
    let (clinic, owner, visits, dates) = booked().await;
    set(&owner, visits[1], "Cancelled").await;
    let afternoon = in_days(&clinic, 19).replace("T10:00", "T15:30");
    move_to(&owner, visits[2], &afternoon).await;
    let mails = mails_after_the_hold(&clinic).await;
    assert_eq!(mails.len(), 2, "another time of day has a mail of its own: {mails:?}");
    for told in [format!("is on {} at 10:00 AM", dates[0]), format!("is on {} at 3:30 PM", dates[2])] {
        assert!(mails.iter().any(|mail| text(mail).contains(&told)), "{told}: {mails:?}");
    }
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
