//! The code: where it is sent, how often it can be tried, and that it works only once.

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::json;

use super::{ask_code, code_in, confirm, held, mailed_code, open_at_once, person, times};
use crate::testing::{TestClinic, factories};

/// The sent texts; the folder has one file for each.
async fn texts(clinic: &TestClinic) -> Vec<String> {
    factories::mails(clinic).await;
    let folder = std::fs::read_dir(&clinic.server.config.texts.folder);
    folder.into_iter().flatten().map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap()).collect()
}

#[tokio::test]
async fn a_wrong_code_is_refused_and_five_of_them_void_it() {
    let (clinic, _, provider) = open_at_once().await;
    let visitor = clinic.anonymous();
    let (token, _) = held(&visitor, provider).await;
    confirm(&visitor, &token, person("Ida", "Berg", "123456")).await.refused(StatusCode::CONFLICT, "code_void");
    ask_code(&visitor, &token, json!({ "email": "ida@example.com" })).await.expect(StatusCode::OK);
    let code = mailed_code(&clinic).await;
    let wrong = if code == "000000" { "000001" } else { "000000" };
    for _ in 0..5 {
        confirm(&visitor, &token, person("Ida", "Berg", wrong)).await.refused_field("code");
    }
    confirm(&visitor, &token, person("Ida", "Berg", &code)).await.refused(StatusCode::CONFLICT, "code_void");
    assert_eq!(clinic.count("{}.patient").await + clinic.count("{}.appointment").await, 0);
    // Another code works, and the former one does not.
    ask_code(&visitor, &token, json!({ "email": "ida@example.com" })).await.expect(StatusCode::OK);
    let another = mailed_code(&clinic).await;
    if another != code {
        confirm(&visitor, &token, person("Ida", "Berg", &code)).await.refused_field("code");
    }
    let typed = format!(" {} {} ", &another[..3], &another[3..]);
    confirm(&visitor, &token, person("Ida", "Berg", &typed)).await.expect(StatusCode::OK);
    // The code works only once.
    confirm(&visitor, &token, person("Ida", "Berg", &another)).await.refused(StatusCode::CONFLICT, "already_booked");
    ask_code(&visitor, &token, json!({ "email": "ida@example.com" }))
        .await
        .refused(StatusCode::CONFLICT, "already_booked");
    let again = json!({ "service": "Botox", "starts_at": times(&visitor, "").await[0], "replaces": token });
    visitor.post("/api/book/holds", again).await.refused(StatusCode::CONFLICT, "already_booked");
    assert_eq!(clinic.count("{}.appointment").await, 1);
}

#[tokio::test]
async fn a_code_of_another_hold_is_wrong() {
    let (clinic, _, provider) = open_at_once().await;
    let visitor = clinic.anonymous();
    let (one, _) = held(&visitor, provider).await;
    ask_code(&visitor, &one, json!({ "email": "ida@example.com" })).await.expect(StatusCode::OK);
    let first = mailed_code(&clinic).await;
    let (other, _) = held(&visitor, provider).await;
    ask_code(&visitor, &other, json!({ "email": "ola@example.com" })).await.expect(StatusCode::OK);
    let second = mailed_code(&clinic).await;
    if first != second {
        confirm(&visitor, &other, person("Ida", "Berg", &first)).await.refused_field("code");
    }
}

#[tokio::test]
async fn the_code_cannot_be_read_from_the_database() {
    let (clinic, _, provider) = open_at_once().await;
    let visitor = clinic.anonymous();
    let (token, _) = held(&visitor, provider).await;
    ask_code(&visitor, &token, json!({ "email": "ida@example.com" })).await.expect(StatusCode::OK);
    let code = mailed_code(&clinic).await;
    let stored = "select string_agg(row_to_json(t)::text, ' ') as all from {}.booking_hold t";
    let jobs = "select coalesce(string_agg(payload::text, ' '), '') as all from {}.job where kind = 'booking_code'";
    for sql in [stored, jobs] {
        let text: String = clinic.rows(sql).await[0].try_get("", "all").unwrap();
        assert!(!text.contains(&code) && !text.contains(&token), "{text}");
    }
    let text: String = clinic.rows(jobs).await[0].try_get("", "all").unwrap();
    assert!(!text.contains("ida@"), "{text}");
}

#[tokio::test]
async fn a_contact_is_one_address_or_one_number_that_takes_texts() {
    let (clinic, _, provider) = open_at_once().await;
    let visitor = clinic.anonymous();
    let (token, _) = held(&visitor, provider).await;
    for (contact, field) in [
        (json!({}), "email"),
        (json!({ "email": "ida" }), "email"),
        (json!({ "phone": "555 0101" }), "phone"),
        (json!({ "email": "ida@example.com", "phone": "(555) 010-9999" }), "phone"),
    ] {
        ask_code(&visitor, &token, contact).await.refused_field(field);
    }
    assert_eq!(clinic.count("{}.booking_hold where codes > 0").await, 0);
}

#[tokio::test]
async fn a_code_goes_by_text_and_links_the_patient_with_that_number() {
    let (clinic, owner, provider) = open_at_once().await;
    let known = factories::patient(&owner).await;
    let visitor = clinic.anonymous();
    let (token, _) = held(&visitor, provider).await;
    let sent = ask_code(&visitor, &token, json!({ "phone": "+1 555 010 1234" })).await.expect(StatusCode::OK);
    assert_eq!(sent["channel"], "text");
    let [text] = &texts(&clinic).await[..] else { panic!("one text") };
    assert!(text.contains("To: +15550101234"), "{text}");
    let words = text.split_once("\n\n").unwrap().1;
    confirm(&visitor, &token, person("Nora", "Lindqvist", &code_in(words))).await.expect(StatusCode::OK);
    assert_eq!(clinic.count(&format!("{{}}.appointment where patient_id = {known}")).await, 1);
    // A number that has answered STOP gets no code, and the answer is the same.
    clinic.plant("insert into {}.text_stop (number, stopped_at) values ('+15550109999', now())").await;
    let (token, _) = held(&visitor, provider).await;
    let same = ask_code(&visitor, &token, json!({ "phone": "(555) 010-9999" })).await.expect(StatusCode::OK);
    assert_eq!(same.as_object().unwrap().len(), sent.as_object().unwrap().len());
    assert_eq!(texts(&clinic).await.len(), 1);
}

#[tokio::test]
async fn a_number_links_the_patient_however_it_was_written() {
    let (clinic, owner, provider) = open_at_once().await;
    for (kept, typed, number) in [
        ("+44 (0)20 7946 0118", "+44 20 7946 0118", "+442079460118"),
        ("555-010-6002 x12", "555-010-6002", "+15550106002"),
        ("011 44 20 7946 0119", "+44 20 7946 0119", "+442079460119"),
    ] {
        let new = json!({ "first_name": "Ida", "last_name": "Berg", "phone": kept });
        let known = factories::id(&owner.post("/api/patients", new).await.expect(StatusCode::CREATED));
        let visitor = clinic.anonymous();
        let (token, _) = held(&visitor, provider).await;
        ask_code(&visitor, &token, json!({ "phone": typed })).await.expect(StatusCode::OK);
        let texts = texts(&clinic).await;
        let has_code = |text: &&String| text.contains(&format!("To: {number}\n")) && text.contains("is your code");
        let text = texts.iter().find(has_code).unwrap();
        let code = code_in(text.split_once("\n\n").unwrap().1);
        confirm(&visitor, &token, person("Ida", "Berg", &code)).await.expect(StatusCode::OK);
        assert_eq!(clinic.count(&format!("{{}}.appointment where patient_id = {known}")).await, 1, "{kept}");
    }
}

#[tokio::test]
async fn a_code_that_waited_too_long_is_not_sent() {
    let (clinic, _, provider) = open_at_once().await;
    let visitor = clinic.anonymous();
    let (token, _) = held(&visitor, provider).await;
    ask_code(&visitor, &token, json!({ "email": "ida@example.com" })).await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::minutes(11));
    assert_eq!(factories::mails(&clinic).await.len(), 0);
}

#[tokio::test]
async fn a_code_is_tried_at_an_address_from_which_mail_came_back_and_not_where_it_was_unwanted() {
    let (clinic, _, provider) = open_at_once().await;
    let stops = "insert into {}.mail_stop (address, reason, stopped_at)
        values ('ida@example.com', 'returned', now()), ('ola@example.com', 'complained', now())";
    clinic.plant(stops).await;
    let visitor = clinic.anonymous();
    let (token, _) = held(&visitor, provider).await;
    let sent = ask_code(&visitor, &token, json!({ "email": "Ida@Example.com" })).await.expect(StatusCode::OK);
    let code = mailed_code(&clinic).await;
    assert_eq!(clinic.count("{}.mail_stop").await, 2, "asking proves nothing");
    confirm(&visitor, &token, person("Ida", "Berg", &code)).await.expect(StatusCode::OK);
    // The code has arrived, so messages about the visit are sent to the address too.
    let left = clinic.rows("select address from {}.mail_stop").await;
    assert_eq!(left[0].try_get::<String>("", "address").unwrap(), "ola@example.com");
    assert_eq!(left.len(), 1);
    let before = factories::mails(&clinic).await.len();
    let (token, _) = held(&visitor, provider).await;
    let same = ask_code(&visitor, &token, json!({ "email": "ola@example.com" })).await.expect(StatusCode::OK);
    let names = |answer: &serde_json::Value| answer.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!((names(&same), &same["channel"]), (names(&sent), &sent["channel"]), "whoever asks sees no difference");
    assert_eq!(factories::mails(&clinic).await.len(), before);
    // A code by text is still possible for the same held time.
    ask_code(&visitor, &token, json!({ "phone": "+1 555 010 7777" })).await.expect(StatusCode::OK);
    assert!(texts(&clinic).await[0].contains("To: +15550107777"));
}
