//! A clinic's own templates.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::{SETTINGS, book, mails_after_the_hold, sending, subject};
use crate::testing::{TestClinic, factories};
use base::permission::Role;

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
    let kinds: Vec<_> = kinds
        .iter()
        .map(|(kind, channel)| format!("{} {}", kind.as_str().unwrap(), channel.as_str().unwrap()))
        .collect();
    let expected = [
        "booked email",
        "booked text",
        "moved email",
        "moved text",
        "cancelled email",
        "cancelled text",
        "reminder email",
        "confirm_text text",
        "day_text text",
        "aftercare email",
        "recall email",
        "form email",
        "form text",
    ];
    assert_eq!(kinds, expected);
    assert_eq!(list[0]["variables"], json!(["first_name", "clinic", "date", "time", "time_zone", "link"]));
    assert_eq!(
        (&list[0]["is_default"], &list[0]["version"], &list[1]["subject"]),
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

/// Anybody can start a trial, whose mails come from the service's own address.
#[tokio::test]
async fn on_a_trial_a_mail_carries_our_links_alone_and_every_mail_names_the_clinic() {
    let (clinic, owner, patient) = sending().await;
    let words = json!({ "subject": "Pay at evil.example", "body": "Your account is locked: https://evil.example/pay or {clinic}\u{2024}com\n{link}" });
    owner.put(&format!("{TEMPLATES}/booked"), words.clone()).await.expect(StatusCode::OK);
    let sent = async |days: i64| {
        book(&clinic, &owner, patient, days).await;
        clinic.clock().advance(chrono::TimeDelta::minutes(5));
        factories::mails(&clinic).await.pop().unwrap()
    };
    let mail = sent(4).await;
    assert!(mail.contains("https://evil.example/pay"), "a clinic that pays writes what it wants: {mail}");
    clinic.plant("update {}.clinic_setting set trial_ends_at = now() + interval '14 days'").await;
    let mail = sent(5).await;
    assert!(!mail.contains("evil.example") && mail.contains("/portal/visit/"), "{mail}");
    let preview = owner.post(&format!("{TEMPLATES}/booked/preview"), words).await.expect(StatusCode::OK);
    assert!(!preview.to_string().contains("evil.example"), "{preview}");
    // A template without the clinic's name is sent with the name.
    let silent = json!({ "subject": "Soon", "body": "See you soon." });
    owner.put(&format!("{TEMPLATES}/booked"), silent).await.expect(StatusCode::OK);
    let name: String =
        clinic.rows("select name from registry.clinic where schema_name = '{}'").await[0].try_get("", "name").unwrap();
    let mail = sent(6).await;
    let body = mail.split_once("\r\n\r\n").unwrap().1;
    assert_eq!(body.matches(name.as_str()).count(), 2, "in the text and in the HTML: {mail}");
}

#[tokio::test]
async fn a_text_in_place_of_a_mail_has_words_of_its_own() {
    let (clinic, owner, patient) = sending().await;
    let mut settings = factories::message_settings();
    settings["news_by_text"] = json!(true);
    owner.put(SETTINGS, settings).await.expect(StatusCode::OK);
    let (text, mail) = (format!("{BOOKED}?channel=text"), format!("{BOOKED}?channel=email"));
    let words = json!({ "body": "{clinic}: {date}, {time}. {link}" });
    let changed = owner.put(&text, words.clone()).await.expect(StatusCode::OK);
    assert_eq!((&changed["channel"], &changed["subject"]), (&json!("text"), &Value::Null));
    let list = owner.get(TEMPLATES).await.expect(StatusCode::OK);
    assert_eq!((&list[0]["is_default"], &list[1]), (&json!(true), &changed), "the mail keeps its own");
    let stale = owner.send_from_version(0, Method::PUT, &text, Some(&words)).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    // The mail of the same kind has its own version.
    owner.send_from_version(0, Method::PUT, &mail, Some(&own())).await.expect(StatusCode::OK);
    owner.patch(&format!("/api/patients/{patient}"), json!({ "email": null })).await.expect(StatusCode::OK);
    book(&clinic, &owner, patient, 1).await;
    assert_eq!(mails_after_the_hold(&clinic).await.len(), 0);
    let sent =
        "{}.message where kind = 'booked' and channel = 'text' and status = 'Sent' and body like '%, 10:00 AM. (the %'";
    assert_eq!(clinic.count(sent).await, 1);
    let owner = clinic.owner().await;
    let back = owner.send_from_version(1, Method::DELETE, &text, None).await.expect(StatusCode::OK);
    assert!(back["is_default"] == true && back["body"].as_str().unwrap().contains("STOP"), "{back}");
}

#[tokio::test]
async fn what_is_no_text_of_a_kind_or_names_a_service_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let before = clinic.fingerprint().await;
    let text = |kind: &str| format!("{TEMPLATES}/{kind}?channel=text");
    let hi = json!({ "body": "Hi" });
    owner.put(&text("reminder"), hi.clone()).await.refused(StatusCode::NOT_FOUND, "not_found");
    owner.delete(&text("recall")).await.refused(StatusCode::NOT_FOUND, "not_found");
    let as_mail = format!("{TEMPLATES}/day_text?channel=email");
    owner.put(&as_mail, own()).await.refused(StatusCode::NOT_FOUND, "not_found");
    owner.put(&text("booked"), own()).await.refused_field("subject");
    owner.put(&text("booked"), json!({ "body": "x".repeat(321) })).await.refused_field("body");
    owner.put(&text("cancelled"), json!({ "body": "{link}" })).await.refused_field("body");
    let named = owner.put(&text("booked"), json!({ "body": "Your botox is on {date}" })).await.refused_field("body");
    assert_eq!(named, "must not name the service Botox: others may read a text on a locked screen");
    let named = json!({ "subject": "Your Microneedling", "body": "Hi" });
    let named = owner.post(&format!("{BOOKED}/preview"), named).await.refused_field("subject");
    assert_eq!(named, "must not name the service Microneedling: others may read a subject on a locked screen");
    assert_eq!(clinic.fingerprint().await, before);
    // The text of a mail is not shown on a locked screen, and a consultation reveals no treatment.
    let free = json!({ "subject": "Your consultation", "body": "For Botox, come without make-up." });
    owner.put(BOOKED, free).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_preview_of_a_text_says_how_long_it_is() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let preview = async |body: &str| {
        let path = format!("{BOOKED}/preview?channel=text");
        owner.post(&path, json!({ "body": body })).await.expect(StatusCode::OK)["length"].clone()
    };
    let plain = preview("See you at {time}.").await;
    assert_eq!((&plain["segments"], &plain["unusual"]), (&json!(1), &Value::Null), "{plain}");
    let curly = preview(&format!("{}’", "a".repeat(70))).await;
    assert_eq!(curly, json!({ "characters": 71, "segments": 2, "unusual": "’" }));
    // A link is as long as a real one.
    let link = preview("{link}").await["characters"].as_u64().unwrap();
    assert_eq!(link, (clinic.origin().len() + "/portal/visit/".len() + 43) as u64);
    let mail = owner.post(&format!("{BOOKED}/preview"), own()).await.expect(StatusCode::OK);
    assert_eq!(mail["length"], Value::Null);
}
