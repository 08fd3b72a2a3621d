//! Texts, with a stand-in of the provider that the tests can make fail.

use std::{
    collections::BTreeMap,
    fs,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use axum::{
    Json, Router,
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    routing::post,
};
use chrono::TimeDelta;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::{SETTINGS, book, mails_after_the_hold, rows, set, switched_on};
use crate::{
    features::messages::text_webhook::sign,
    foundation::{
        config::{stripe_keys::Secret, texts::TextKeys},
        tenancy::Db,
    },
    testing::{Answer, Client, DATABASE, Server, TestClinic, config, factories},
};

const TOKEN: &str = "the token of a test";

/// What the stand-in answers: a status, and the provider's code of a failure.
type Behavior = (u16, Option<i64>);

/// A provider that keeps what it is sent.
#[derive(Clone)]
pub(super) struct StandIn {
    sent: Arc<Mutex<Vec<String>>>,
    behavior: Arc<Mutex<Behavior>>,
    numbered: Arc<AtomicUsize>,
}

impl StandIn {
    pub(super) fn will(&self, status: u16, code: Option<i64>) {
        *self.behavior.lock().unwrap() = (status, code);
    }

    pub(super) fn sent(&self) -> Vec<String> {
        self.sent.lock().unwrap().clone()
    }
}

async fn take(
    State(stand_in): State<StandIn>,
    Path(account): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, Json<Value>) {
    // "AC1:" and the token, in base64.
    assert_eq!(headers["authorization"], "Basic QUMxOnRoZSB0b2tlbiBvZiBhIHRlc3Q=");
    assert_eq!(
        (account.as_str(), &headers["content-type"]),
        ("AC1", &"application/x-www-form-urlencoded".parse().unwrap())
    );
    let (status, code) = *stand_in.behavior.lock().unwrap();
    let status = StatusCode::from_u16(status).unwrap();
    if let Some(code) = code {
        return (status, Json(json!({ "code": code, "message": "no" })));
    }
    if !status.is_success() {
        return (status, Json(json!({})));
    }
    stand_in.sent.lock().unwrap().push(String::from_utf8(body.to_vec()).unwrap());
    let number = stand_in.numbered.fetch_add(1, Ordering::Relaxed);
    (status, Json(json!({ "sid": format!("SM{number}") })))
}

/// A clinic that texts by a stand-in; its owner and a patient.
pub(super) async fn texting() -> (TestClinic, Client, i64, StandIn) {
    let (server, stand_in) = server_with(BTreeMap::new()).await;
    let clinic = server.clinic().await;
    let (owner, patient) = texts_on(&clinic).await;
    (clinic, owner, patient, stand_in)
}

pub(super) async fn texts_on(clinic: &TestClinic) -> (Client, i64) {
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    owner.put(SETTINGS, with_texts()).await.expect(StatusCode::OK);
    (owner, patient)
}

/// A server that texts by a stand-in, with these numbers of clinics.
async fn server_with(from_by_clinic: BTreeMap<String, String>) -> (Server, StandIn) {
    let stand_in =
        StandIn { sent: Arc::default(), behavior: Arc::new(Mutex::new((201, None))), numbered: Arc::default() };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let routes = Router::new().route("/2010-04-01/Accounts/{account}/Messages.json", post(take));
    tokio::spawn(axum::serve(listener, routes.with_state(stand_in.clone())).into_future());
    let mut settings = config();
    let token = Secret::new(TOKEN);
    settings.texts.keys =
        Some(TextKeys { url, account: "AC1".to_owned(), token, from: "+15550100000".to_owned(), from_by_clinic });
    (Server::with_db(settings, Db::new(&DATABASE.gateway_url, 4).unwrap()), stand_in)
}

/// Texts alone.
pub(super) fn with_texts() -> Value {
    let mut settings = switched_on();
    for (field, is_on) in
        [("booked", false), ("cancelled", false), ("reminder", false), ("confirm_text", true), ("day_text", true)]
    {
        settings[field] = json!(is_on);
    }
    settings
}

/// Moves the clock to when the next message is due, and runs the jobs.
async fn at_the_next(clinic: &TestClinic) {
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
async fn report(clinic: &TestClinic, fields: &[(&str, &str)], signature: Option<&str>) -> Answer {
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
async fn stop_ends_texts_to_a_number_until_start() {
    let (clinic, owner, patient, stand_in) = texting().await;
    book(&clinic, &owner, patient, 5).await;
    mails_after_the_hold(&clinic).await;
    let say = async |words: &str| report(&clinic, &[("From", "+15550101234"), ("Body", words)], None).await;
    for words in [" stop ", "STOP"] {
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
    let (plain, _) = server_with(BTreeMap::new()).await;
    let mut clinics = [plain.clinic().await, plain.clinic().await, plain.clinic().await];
    let (number, of_two) = ("+15550100009", "+15550100008");
    let numbers = clinics.iter().zip([number, of_two, of_two]);
    let subdomain = |clinic: &TestClinic| clinic.host().split('.').next().unwrap().to_owned();
    let numbers = numbers.map(|(clinic, number)| (subdomain(clinic), number.to_owned())).collect();
    let (server, stand_in) = server_with(numbers).await;
    for clinic in &mut clinics {
        clinic.server = server.clone();
    }
    let [own, shared, also] = clinics;
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
    // The number that several share reports to the host of one of them.
    say(&shared, of_two, "STOP").await;
    assert_eq!((stops(&own).await, stops(&shared).await, stops(&also).await), (1, 1, 1));
    say(&also, of_two, "START").await;
    assert_eq!((stops(&own).await, stops(&shared).await, stops(&also).await), (1, 0, 0));
    // Even if it reports to the host of a clinic with another number.
    say(&shared, number, "START").await;
    assert_eq!(stops(&own).await, 0);
}
