//! Booking by patients over HTTP: from free times to the booked visit.

mod answers;
mod booking;
mod code;
mod limits;
mod settings;

use axum::http::StatusCode;
use entity::words::Role;
use serde_json::{Value, json};

use crate::testing::{Answer, Client, TestClinic, factories};
use crypto::token;

const SETTINGS: &str = "/api/booking/settings";

/// Inserts a far-off time that a visitor holds; returns its token.
pub async fn plant_hold(clinic: &TestClinic) -> String {
    let token = token::random();
    let hash = hex::encode(token::hash(&token));
    let planted = format!(
        "insert into {{}}.booking_hold
            (token_hash, network, provider_id, service, starts_at, ends_at, created_at, expires_at)
         select decode('{hash}', 'hex'), 'planted', min(id), 'Botox', timestamptz '2030-03-04T15:00Z', timestamptz '2030-03-04T15:30Z', now(),
            now() + interval '1 day' from {{}}.member"
    );
    clinic.plant(&planted).await;
    token
}

/// A clinic that takes bookings online, its owner, and a provider's id.
async fn open() -> (TestClinic, Client, i64) {
    open_at(TestClinic::new().await).await
}

async fn open_at(clinic: TestClinic) -> (TestClinic, Client, i64) {
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    factories::switch_on(&clinic, "online_booking").await;
    let id = clinic.rows("select id from {}.member where role = 'Provider'").await[0].try_get("", "id").unwrap();
    (clinic, owner, id)
}

/// A clinic whose online bookings need no answer.
async fn open_at_once() -> (TestClinic, Client, i64) {
    let (clinic, owner, provider) = open().await;
    owner.put(SETTINGS, factories::booking_settings()).await.expect(StatusCode::OK);
    (clinic, owner, provider)
}

async fn times(visitor: &Client, query: &str) -> Vec<String> {
    let answer = visitor.get(&format!("/api/book/slots?service=Botox{query}")).await.expect(StatusCode::OK);
    answer["times"].as_array().unwrap().iter().map(|time| time.as_str().unwrap().to_owned()).collect()
}

/// Asks for a time with a provider.
async fn try_hold(visitor: &Client, provider: i64, starts_at: &str) -> Answer {
    let wanted = json!({ "service": "Botox", "provider_id": provider, "starts_at": starts_at });
    visitor.post("/api/book/holds", wanted).await
}

/// Holds the second free time with a provider; returns its token and its start. The first one may be too soon a moment later.
async fn held(visitor: &Client, provider: i64) -> (String, String) {
    let second = times(visitor, &format!("&provider_id={provider}")).await[1].clone();
    let hold = try_hold(visitor, provider, &second).await.expect(StatusCode::CREATED);
    (hold["token"].as_str().unwrap().to_owned(), second)
}

async fn ask_code(visitor: &Client, token: &str, contact: Value) -> Answer {
    visitor.post(&format!("/api/book/holds/{token}/code"), contact).await
}

/// The code in the newest mail.
async fn mailed_code(clinic: &TestClinic) -> String {
    let mails = factories::mails(clinic).await;
    let newest = mails.iter().rfind(|mail| mail.contains("is your code"));
    code_in(newest.expect("a mail with a code").split_once("\r\n\r\n").expect("headers and a body").1)
}

fn code_in(message: &str) -> String {
    let is_code = |word: &&str| word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_digit());
    let words = message.split(|c: char| !c.is_ascii_alphanumeric());
    words.into_iter().find(is_code).unwrap_or_else(|| panic!("no code: {message}")).to_owned()
}

fn person(first: &str, last: &str, code: &str) -> Value {
    json!({ "first_name": first, "last_name": last, "code": code, "policy_version": 1 })
}

async fn confirm(visitor: &Client, token: &str, body: Value) -> Answer {
    visitor.post(&format!("/api/book/holds/{token}/confirm"), body).await
}

/// Holds a time, has the code mailed and books; returns the answer and the start of the visit.
async fn book(clinic: &TestClinic, provider: i64, address: &str, (first, last): (&str, &str)) -> (Value, String) {
    let visitor = clinic.anonymous();
    let (token, starts_at) = held(&visitor, provider).await;
    ask_code(&visitor, &token, json!({ "email": address })).await.expect(StatusCode::OK);
    let code = mailed_code(clinic).await;
    (confirm(&visitor, &token, person(first, last, &code)).await.expect(StatusCode::OK), starts_at)
}

async fn appointments(owner: &Client) -> Vec<Value> {
    let list = owner.get("/api/appointments?include_cancelled=true").await.expect(StatusCode::OK);
    list.as_array().unwrap().clone()
}
