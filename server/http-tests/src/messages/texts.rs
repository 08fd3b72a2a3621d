//! Texts to patients.

use std::fs;

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::json;

use super::{
    SETTINGS, book, mails_after_the_hold, rows, set,
    text_provider::{OF_TWO, OWN, TOKEN, clinics_with_numbers, texting, texts_on, with_texts},
};
use crate::testing::{Answer, TestClinic, factories};
use contact::messages::text_webhook::sign;

/// Moves the clock to when the next message is due, and runs the jobs.
pub(super) async fn at_the_next(clinic: &TestClinic) {
    let row = clinic.rows("select min(due_at) as due from {}.message where status = 'Waiting'").await;
    let due: chrono::DateTime<chrono::Utc> = row[0].try_get("", "due").unwrap();
    clinic.clock().advance(due - clinic.clock().now() + TimeDelta::seconds(1));
    factories::mails(clinic).await;
}

#[tokio::test]
async fn whoever_has_not_confirmed_is_asked_by_text_and_reminded_on_the_day() {
    let (clinic, owner, patient, stand_in) = texting().await;
    book(&clinic, &owner, patient, 5).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 0);
    assert_eq!(rows(&clinic).await, ["confirm_text Waiting", "day_text Waiting"]);
    at_the_next(&clinic).await;
    at_the_next(&clinic).await;
    let sent = stand_in.sent();
    assert_eq!(rows(&clinic).await, ["confirm_text Sent", "day_text Sent"]);
    assert!(sent[0].starts_with("To=%2B15550101234&From=%2B15550100000&Body="), "{sent:?}");
    assert!(sent[0].contains("portal%2Fvisit%2F") && sent[0].contains("Reply+STOP"), "{sent:?}");
    assert!(sent[0].contains("StatusCallback=http%3A%2F%2Fclinic"), "{sent:?}");
    for text in &sent {
        assert!(!text.contains("Botox") && !text.contains("Lindqvist") && !text.contains("%7B"), "{text}");
    }
    let due = "{}.message m join {}.appointment a on a.id = m.appointment_id where m.kind = 'confirm_text' and m.due_at at time zone
         'America/New_York' = (a.starts_at at time zone 'America/New_York')::date - 2 + time '14:00'";
    assert_eq!(clinic.count(due).await, 1);
    assert_eq!(clinic.count("{}.message where body like '%/visit/%'").await, 0);
}

#[tokio::test]
async fn whoever_has_confirmed_is_not_asked() {
    let (clinic, owner, patient, stand_in) = texting().await;
    let visit = book(&clinic, &owner, patient, 5).await;
    mails_after_the_hold(&clinic).await;
    set(&owner, visit, "Confirmed").await;
    at_the_next(&clinic).await;
    assert_eq!(rows(&clinic).await, ["confirm_text Dropped confirmed", "day_text Waiting"]);
    assert_eq!(stand_in.sent().len(), 0);
}

#[tokio::test]
async fn a_provider_that_fails_is_tried_again_and_one_that_refuses_is_not() {
    let (clinic, owner, patient, stand_in) = texting().await;
    book(&clinic, &owner, patient, 5).await;
    mails_after_the_hold(&clinic).await;
    for status in [500, 503, 429, 401] {
        stand_in.will(status, None);
        if status == 500 {
            at_the_next(&clinic).await;
        } else {
            clinic.clock().advance(TimeDelta::minutes(10));
            factories::mails(&clinic).await;
        }
        assert_eq!(rows(&clinic).await[0], "confirm_text Failed out_of_reach", "{status}");
    }
    stand_in.will(201, None);
    clinic.clock().advance(TimeDelta::minutes(10));
    factories::mails(&clinic).await;
    assert_eq!((rows(&clinic).await[0].as_str(), stand_in.sent().len()), ("confirm_text Sent", 1));
    stand_in.will(400, Some(21211));
    at_the_next(&clinic).await;
    clinic.clock().advance(TimeDelta::minutes(10));
    stand_in.will(201, None);
    factories::mails(&clinic).await;
    assert_eq!((rows(&clinic).await[1].as_str(), stand_in.sent().len()), ("day_text Failed address", 1));
}

#[tokio::test]
async fn a_number_that_the_provider_knows_to_have_stopped_gets_no_more_texts() {
    let (clinic, owner, patient, stand_in) = texting().await;
    book(&clinic, &owner, patient, 5).await;
    mails_after_the_hold(&clinic).await;
    stand_in.will(400, Some(21610));
    at_the_next(&clinic).await;
    stand_in.will(201, None);
    at_the_next(&clinic).await;
    assert_eq!(rows(&clinic).await, ["confirm_text Dropped stopped", "day_text Dropped stopped"]);
    assert_eq!((clinic.count("{}.text_stop where number = '+15550101234'").await, stand_in.sent().len()), (1, 0));
}

/// Reports to a clinic as the provider does, with this signature or the right one.
pub(super) async fn report(clinic: &TestClinic, fields: &[(&str, &str)], signature: Option<&str>) -> Answer {
    let address = format!("{}/api/messages/texts/webhook", clinic.origin());
    let owned: Vec<_> = fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let right = sign(TOKEN, &address, &owned);
    let pairs = fields.iter().map(|(name, value)| format!("{name}={}", value.replace('+', "%2B").replace(' ', "+")));
    let client = clinic.anonymous();
    let mut request = client.request(axum::http::Method::POST, "/api/messages/texts/webhook", None);
    *request.body_mut() = axum::body::Body::from(pairs.collect::<Vec<_>>().join("&"));
    let headers = request.headers_mut();
    headers.remove("origin");
    headers.insert("content-type", "application/x-www-form-urlencoded".parse().unwrap());
    headers.insert("x-twilio-signature", signature.unwrap_or(&right).parse().unwrap());
    client.send(request).await
}

#[tokio::test]
async fn the_provider_reports_what_became_of_a_text_once_and_in_any_order() {
    let (clinic, owner, patient, _) = texting().await;
    book(&clinic, &owner, patient, 5).await;
    mails_after_the_hold(&clinic).await;
    at_the_next(&clinic).await;
    let status = async |word: &str| report(&clinic, &[("MessageSid", "SM0"), ("MessageStatus", word)], None).await;
    status("sent").await.expect(StatusCode::NO_CONTENT);
    assert_eq!(rows(&clinic).await[0], "confirm_text Sent");
    status("delivered").await.expect(StatusCode::NO_CONTENT);
    for late in ["delivered", "sent", "undelivered"] {
        status(late).await.expect(StatusCode::NO_CONTENT);
    }
    assert_eq!(rows(&clinic).await[0], "confirm_text Delivered");
    at_the_next(&clinic).await;
    report(&clinic, &[("MessageStatus", "undelivered"), ("MessageSid", "SM1")], None)
        .await
        .expect(StatusCode::NO_CONTENT);
    assert_eq!(rows(&clinic).await[1], "day_text Bounced");
}

#[tokio::test]
async fn a_report_that_a_number_takes_no_texts_marks_the_number() {
    for (code, status, stop, row) in [
        ("30006", "undelivered", Some(Some("landline")), "confirm_text Bounced no_number"),
        ("30005", "undelivered", Some(Some("unknown")), "confirm_text Bounced no_number"),
        ("21614", "failed", Some(Some("landline")), "confirm_text Bounced no_number"),
        ("21610", "failed", Some(None), "confirm_text Bounced stopped"),
        ("30003", "undelivered", None, "confirm_text Bounced"),
        ("30007", "undelivered", None, "confirm_text Bounced"),
    ] {
        let (clinic, owner, patient, stand_in) = texting().await;
        book(&clinic, &owner, patient, 5).await;
        mails_after_the_hold(&clinic).await;
        at_the_next(&clinic).await;
        let fields = [("MessageSid", "SM0"), ("MessageStatus", status), ("ErrorCode", code)];
        report(&clinic, &fields, None).await.expect(StatusCode::NO_CONTENT);
        assert_eq!(rows(&clinic).await[0], row, "{code}");
        let stops = clinic.rows("select number, reason from {}.text_stop").await;
        let marked = stops.first().map(|row| {
            assert_eq!(row.try_get::<String>("", "number").unwrap(), "+15550101234");
            row.try_get::<Option<String>>("", "reason").unwrap()
        });
        assert_eq!(marked.as_ref().map(Option::as_deref), stop, "{code}");
        let sent = stand_in.sent().len();
        at_the_next(&clinic).await;
        assert_eq!(stand_in.sent().len() - sent, usize::from(stop.is_none()), "{code}: what follows");
    }
}

#[tokio::test]
async fn what_is_no_word_about_texts_waits_for_the_desk() {
    let (clinic, owner, patient, _) = texting().await;
    let say = async |reference: &str, from: &str, words: &str| {
        let fields = [("MessageSid", reference), ("From", from), ("Body", words), ("NumMedia", "1")];
        report(&clinic, &fields, None).await.expect(StatusCode::NO_CONTENT);
    };
    let list = async || owner.get("/api/messages/texts").await.expect(StatusCode::OK);
    say("SM1", "+15550101234", "cancel my appointment").await;
    say("SM1", "+15550101234", "cancel my appointment").await;
    say("SM2", "+15550109876", "Who is this?\u{7}").await;
    say("SM3", "+15550101234", "Yes").await;
    say("SM4", "+15550101234", "REVOKE").await;
    say("SM5", "+15550101234", "start").await;
    let texts = list().await;
    let bodies: Vec<_> = texts.as_array().unwrap().iter().map(|text| text["body"].as_str().unwrap()).collect();
    assert_eq!(bodies, ["Yes", "Who is this?", "cancel my appointment"]);
    let [yes, unknown, _] = [0, 1, 2].map(|place| texts[place].clone());
    assert_eq!((&yes["patients"][0]["patient_id"], &yes["pictures"]), (&json!(patient), &json!(1)));
    assert_eq!((&unknown["patients"], &unknown["number"]), (&json!([]), &json!("+15550109876")));
    assert_eq!(clinic.count("{}.text_stop").await, 0);
    let close = format!("/api/messages/texts/{}/close", yes["id"]);
    for _ in 0..2 {
        owner.post_nothing(&close).await.expect(StatusCode::NO_CONTENT);
    }
    assert_eq!(list().await.as_array().unwrap().len(), 2);
    owner.post_nothing("/api/messages/texts/9/close").await.refused(StatusCode::NOT_FOUND, "not_found");
    let closed = clinic.count("{}.inbound_text where closed_by_name = 'Olive Owner' and closed_by is not null").await;
    assert_eq!(closed, 1);
    let reopen = close.replace("close", "reopen");
    for _ in 0..2 {
        owner.post_nothing(&reopen).await.expect(StatusCode::NO_CONTENT);
    }
    assert_eq!(list().await, texts);
    assert_eq!(clinic.count("{}.inbound_text where closed_by is not null or closed_by_name is not null").await, 0);
    owner.post_nothing("/api/messages/texts/9/reopen").await.refused(StatusCode::NOT_FOUND, "not_found");
}

#[tokio::test]
async fn a_stop_that_may_be_about_a_visit_ends_texts_and_waits_for_the_desk() {
    let (clinic, owner, ..) = texting().await;
    let say = async |reference: &str, words: &str| {
        let fields = [("MessageSid", reference), ("From", "+15550101234"), ("Body", words)];
        report(&clinic, &fields, None).await.expect(StatusCode::NO_CONTENT);
        let stopped = clinic.count("{}.text_stop").await;
        clinic.plant("delete from {}.text_stop").await;
        let texts = owner.get("/api/messages/texts").await.expect(StatusCode::OK);
        (stopped, texts.as_array().unwrap().len())
    };
    for words in ["STOP STOP", "Stop. Stop. Stop", "STOP UNSUBSCRIBE", "Opt out of these texts", "Cancel"] {
        assert_eq!(say(words, words).await, (1, 0), "{words}");
    }
    for (before, words) in
        ["Cancel it please", "end this", "No more texts, and cancel me on Friday"].into_iter().enumerate()
    {
        assert_eq!(say(words, words).await, (1, before + 1), "{words}");
    }
    assert_eq!(say("SM1", "I will be late").await, (0, 4));
}

#[tokio::test]
async fn stop_ends_texts_to_a_number_until_start() {
    let (clinic, owner, patient, stand_in) = texting().await;
    book(&clinic, &owner, patient, 5).await;
    mails_after_the_hold(&clinic).await;
    let say = async |words: &str| report(&clinic, &[("From", "+15550101234"), ("Body", words)], None).await;
    for words in [" stop ", "STOP", "Stop. Thank you", "opt out"] {
        say(words).await.expect(StatusCode::NO_CONTENT);
        assert_eq!(clinic.count("{}.text_stop").await, 1);
    }
    at_the_next(&clinic).await;
    assert_eq!(rows(&clinic).await[0], "confirm_text Dropped stopped");
    say("I will be late").await.expect(StatusCode::NO_CONTENT);
    say("Start").await.expect(StatusCode::NO_CONTENT);
    at_the_next(&clinic).await;
    assert_eq!((rows(&clinic).await[1].as_str(), stand_in.sent().len()), ("day_text Sent", 1));
}

#[tokio::test]
async fn a_report_without_the_right_signature_changes_nothing() {
    let (clinic, ..) = texting().await;
    let elsewhere = TestClinic::new().await;
    let before = clinic.fingerprint().await;
    let fields = [("From", "+15550101234"), ("Body", "STOP")];
    let other = sign(TOKEN, "https://evil.example/", &[]);
    for signature in ["", "x", "AAAA", other.as_str()] {
        report(&clinic, &fields, Some(signature)).await.refused(StatusCode::BAD_REQUEST, "bad_signature");
    }
    assert_eq!(clinic.fingerprint().await, before);
    // A server without a provider has no key.
    report(&elsewhere, &fields, None).await.refused(StatusCode::BAD_REQUEST, "bad_signature");
}

#[tokio::test]
async fn without_a_provider_texts_are_files_that_say_so() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    owner.put(SETTINGS, with_texts()).await.expect(StatusCode::OK);
    book(&clinic, &owner, patient, 5).await;
    mails_after_the_hold(&clinic).await;
    at_the_next(&clinic).await;
    let files: Vec<_> = fs::read_dir(&clinic.server.config.texts.folder).unwrap().collect();
    assert_eq!(files.len(), 1);
    let text = fs::read_to_string(files[0].as_ref().unwrap().path()).unwrap();
    assert!(
        text.starts_with("Not sent: no provider of texts is configured") && text.contains("+15550101234"),
        "{text}"
    );
    assert_eq!(rows(&clinic).await[0], "confirm_text Sent");
}

#[tokio::test]
async fn whoever_may_not_be_texted_is_not() {
    let (clinic, owner, patient, stand_in) = texting().await;
    let wish = json!({ "email_reminders": true, "text_reminders": false });
    owner.put(&format!("/api/patients/{patient}/contact-preferences"), wish).await.expect(StatusCode::OK);
    book(&clinic, &owner, patient, 5).await;
    mails_after_the_hold(&clinic).await;
    at_the_next(&clinic).await;
    assert_eq!(rows(&clinic).await[0], "confirm_text Dropped not_wanted");
    let owner = clinic.owner().await;
    let wish = json!({ "email_reminders": true, "text_reminders": true });
    owner.put(&format!("/api/patients/{patient}/contact-preferences"), wish).await.expect(StatusCode::OK);
    owner.patch(&format!("/api/patients/{patient}"), json!({ "phone": "555" })).await.expect(StatusCode::OK);
    at_the_next(&clinic).await;
    assert_eq!((rows(&clinic).await[1].as_str(), stand_in.sent().len()), ("day_text Dropped no_number", 0));
}

#[tokio::test]
async fn a_clinic_texts_from_its_own_number_and_a_stop_holds_for_the_clinics_of_the_number_alone() {
    let ([own, shared, also], stand_in) = clinics_with_numbers().await;
    let (number, of_two) = (OWN, OF_TWO);
    let (owner, patient) = texts_on(&own).await;
    book(&own, &owner, patient, 5).await;
    mails_after_the_hold(&own).await;
    at_the_next(&own).await;
    assert!(stand_in.sent()[0].contains("From=%2B15550100009"), "{:?}", stand_in.sent());
    let stops = async |clinic: &TestClinic| clinic.count("{}.text_stop").await;
    let say = async |at: &TestClinic, to: &str, words: &str| {
        report(at, &[("From", "+15550101234"), ("To", to), ("Body", words)], None).await.expect(StatusCode::NO_CONTENT);
    };
    say(&own, number, "STOP").await;
    assert_eq!((stops(&own).await, stops(&shared).await, stops(&also).await), (1, 0, 0));
    // The number that several clinics share reports to the host of one of them.
    say(&shared, of_two, "STOP").await;
    assert_eq!((stops(&own).await, stops(&shared).await, stops(&also).await), (1, 1, 1));
    say(&also, of_two, "START").await;
    assert_eq!((stops(&own).await, stops(&shared).await, stops(&also).await), (1, 0, 0));
    // This holds even if the number reports to the host of a clinic with another number.
    say(&shared, number, "START").await;
    assert_eq!(stops(&own).await, 0);
}
