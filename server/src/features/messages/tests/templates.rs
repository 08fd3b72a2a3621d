//! A clinic's own words.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::{book, mails_after_the_hold, sending, subject};
use crate::{
    foundation::permission::Role,
    testing::{TestClinic, factories},
};

const TEMPLATES: &str = "/api/messages/templates";
const BOOKED: &str = "/api/messages/templates/booked";

fn own() -> Value {
    json!({ "subject": "See you on {date}", "body": "Dear {first_name},\nuntil <b>{time}</b>: {link}" })
}

#[tokio::test]
async fn each_kind_has_words_that_can_be_changed_and_returned_to() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let list = owner.get(TEMPLATES).await.expect(StatusCode::OK);
    let kinds: Vec<_> = list.as_array().unwrap().iter().map(|row| (&row["kind"], &row["channel"])).collect();
    let (mail, text) = (json!("email"), json!("text"));
    let expected =
        ["booked", "moved", "cancelled", "reminder", "confirm_text", "day_text", "aftercare", "recall", "form"];
    let expected: Vec<_> = expected.map(|kind| (json!(kind), kind.ends_with("text"))).into();
    let expected: Vec<_> =
        expected.iter().map(|(kind, is_text)| (kind, if *is_text { &text } else { &mail })).collect();
    assert_eq!(kinds, expected);
    assert_eq!(list[0]["variables"], json!(["first_name", "clinic", "date", "time", "time_zone", "link"]));
    assert_eq!(
        (&list[0]["is_default"], &list[0]["version"], &list[4]["subject"]),
        (&json!(true), &json!(0), &Value::Null)
    );
    let changed = owner.put(BOOKED, own()).await.expect(StatusCode::OK);
    assert_eq!((&changed["subject"], &changed["is_default"]), (&own()["subject"], &json!(false)));
    assert_eq!((&changed["version"], &changed["updated_by"]), (&json!(1), &json!("Olive Owner")));
    let stale = owner.send_from_version(0, Method::PUT, BOOKED, Some(&own())).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    let again = owner.send_from_version(1, Method::PUT, BOOKED, Some(&own())).await.expect(StatusCode::OK);
    assert_eq!(again["version"], 2);
    assert_eq!(owner.get(TEMPLATES).await.expect(StatusCode::OK)[0], again);
    let stale = owner.send_from_version(1, Method::DELETE, BOOKED, None).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    assert_eq!(owner.delete(BOOKED).await.expect(StatusCode::OK), list[0]);
    assert_eq!(owner.delete(BOOKED).await.expect(StatusCode::OK), list[0], "a second time changes nothing");
    for (action, times) in [("write", 2), ("reset", 2)] {
        assert_eq!(factories::audited(&clinic, "member", &format!("message.template.{action}"), &[], &[]).await, times);
    }
    let provider = clinic.signed_in_as(Role::Provider).await;
    provider.put(BOOKED, own()).await.refused(StatusCode::FORBIDDEN, "forbidden");
}

#[tokio::test]
async fn a_variable_that_is_none_is_refused_by_name() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let before = clinic.fingerprint().await;
    for path in [BOOKED.to_owned(), format!("{BOOKED}/preview")] {
        let send = async |body| {
            let method = if path == BOOKED { Method::PUT } else { Method::POST };
            owner.send(owner.request(method, &path, Some(&body))).await
        };
        let words = send(json!({ "subject": "Hi", "body": "Your {service} at {time}" })).await.refused_field("body");
        assert_eq!(
            words,
            "must not hold {service}; what can be filled in is {first_name}, {clinic}, {date}, {time}, {time_zone}, {link}"
        );
        let words = send(json!({ "subject": "{first_name}!", "body": "Hi" })).await.refused_field("subject");
        assert!(words.starts_with("must not hold {first_name};"), "{words}");
        send(json!({ "body": "Hi" })).await.refused_field("subject");
        send(json!({ "subject": "Hi", "body": "x".repeat(4_001) })).await.refused_field("body");
        send(json!({ "subject": "Hi\r\nBcc: x@y.example", "body": "Hi" })).await.refused_field("subject");
    }
    let text = format!("{TEMPLATES}/day_text");
    owner.put(&text, json!({ "subject": "Hi", "body": "Hi" })).await.refused_field("subject");
    owner.put(&text, json!({ "body": "x".repeat(321) })).await.refused_field("body");
    owner
        .put(&format!("{TEMPLATES}/cancelled"), json!({ "subject": "Hi", "body": "{link}" }))
        .await
        .refused_field("body");
    owner.put(&format!("{TEMPLATES}/other"), own()).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_preview_shows_a_made_up_visit_and_escapes_what_was_typed() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let shown = owner.post(&format!("{BOOKED}/preview"), own()).await.expect(StatusCode::OK);
    let text = shown["text"].as_str().unwrap();
    assert!(text.starts_with("Dear Jamie,\nuntil <b>") && text.contains(&clinic.origin()), "{text}");
    let html = shown["html"].as_str().unwrap();
    assert!(html.contains("&lt;b&gt;") && !html.contains("<b>") && html.contains("<a href="), "{html}");
    assert!(shown["subject"].as_str().unwrap().starts_with("See you on "), "{shown}");
    let text = owner.post(&format!("{TEMPLATES}/day_text/preview"), json!({ "body": "At {time}" })).await;
    let text = text.expect(StatusCode::OK);
    assert_eq!((&text["subject"], &text["html"]), (&Value::Null, &Value::Null));
    assert_eq!(clinic.count("{}.message_template").await, 0);
}

#[tokio::test]
async fn a_mail_has_the_clinics_own_words() {
    let (clinic, owner, patient) = sending().await;
    owner.put(BOOKED, own()).await.expect(StatusCode::OK);
    book(&clinic, &owner, patient, 1).await;
    let mail = mails_after_the_hold(&clinic).await.remove(0);
    assert!(
        subject(&mail).starts_with("See you on ") && mail.contains("Dear Nora,\nuntil <b>10:00 AM</b>: http"),
        "{mail}"
    );
    assert!(mail.contains("Dear Nora,<br>") && mail.contains("until &lt;b&gt;10:00 AM"), "{mail}");
}
