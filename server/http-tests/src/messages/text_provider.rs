//! A stand-in for the provider of texts that tests can make fail.

use std::{
    collections::BTreeMap,
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
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::{SETTINGS, switched_on};
use crate::testing::{Client, DATABASE, Server, TestClinic, config, factories};
use config::{stripe_keys::Secret, texts::TextKeys};
use tenancy::Db;

pub(super) const TOKEN: &str = "the token of a test";

/// The stand-in's answer: a status, and the provider's code of a failure.
type Behavior = (u16, Option<i64>);

/// A provider that keeps what it receives.
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
pub(super) async fn server_with(from_by_clinic: BTreeMap<String, String>) -> (Server, StandIn) {
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

/// The number of the first clinic of [`clinics_with_numbers`].
pub(super) const OWN: &str = "+15550100009";
/// The number of the other two clinics.
pub(super) const OF_TWO: &str = "+15550100008";

/// Three clinics of one server: one with a number of its own, and two that share another.
pub(super) async fn clinics_with_numbers() -> ([TestClinic; 3], StandIn) {
    let (plain, _) = server_with(BTreeMap::new()).await;
    let mut clinics = [plain.clinic().await, plain.clinic().await, plain.clinic().await];
    let subdomain = |clinic: &TestClinic| clinic.host().split('.').next().unwrap().to_owned();
    let numbers = clinics.iter().zip([OWN, OF_TWO, OF_TWO]);
    let numbers = numbers.map(|(clinic, number)| (subdomain(clinic), number.to_owned())).collect();
    let (server, stand_in) = server_with(numbers).await;
    for clinic in &mut clinics {
        clinic.server = server.clone();
    }
    (clinics, stand_in)
}

/// Settings with texts only.
pub(super) fn with_texts() -> Value {
    let mut settings = switched_on();
    for (field, is_on) in
        [("booked", false), ("cancelled", false), ("reminder", false), ("confirm_text", true), ("day_text", true)]
    {
        settings[field] = json!(is_on);
    }
    settings
}
