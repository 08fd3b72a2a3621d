//! Sends a canary text in every field of every call, well formed and not, also while the database refuses to write.
//! The canary must not appear in any log line, span, metric, error or line of Postgres' own log.

use std::collections::BTreeMap;

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header::USER_AGENT},
};
use serde_json::{Value, json};

use super::{Exported, Watched};
use crate::testing::{
    self, Answer, Client, Server,
    world::{Call, World},
};
use base::permission::MATRIX;
use operations::fleet::round;
use outbox::Worker;
use server::app;
use telemetry::{Caller, request_span};

const CANARY: &str = "zzcanary";
/// The canary for fields that take a date: no other date in these tests equals it.
const CANARY_DATE: &str = "1931-07-13";

/// For each call, the fields that accepted a canary, with the value.
type Accepted = BTreeMap<String, Vec<(String, Value)>>;

/// Values that a person may enter. Every field for text or a date accepts one of them.
fn valid_values() -> [Value; 3] {
    [json!(CANARY), json!(format!("{CANARY}@example.com")), json!(CANARY_DATE)]
}

/// Values that no field accepts.
fn invalid_values() -> [Value; 3] {
    [json!(format!("{CANARY}\u{0}\r\n{CANARY}")), json!(CANARY.repeat(2_000)), json!({ CANARY: [CANARY] })]
}

/// The positions in a body: every leaf of the sent body, and every field of the document.
fn fields_of(document: &Value, call: &Call) -> Vec<String> {
    fn leaves(value: &Value, at: &str, into: &mut Vec<String>) {
        match value {
            Value::Object(map) => map.iter().for_each(|(name, value)| leaves(value, &format!("{at}/{name}"), into)),
            Value::Array(list) => {
                list.iter().enumerate().for_each(|(index, value)| leaves(value, &format!("{at}/{index}"), into));
            }
            _ => into.push(at.to_owned()),
        }
    }
    let mut all = Vec::new();
    leaves(call.body.as_ref().unwrap_or(&Value::Null), "", &mut all);
    let operation = &document["paths"][call.template][call.method.as_str().to_lowercase()];
    let schema = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].as_str();
    let name = schema.and_then(|path| path.rsplit('/').next()).unwrap_or_default();
    let fields = document["components"]["schemas"][name]["properties"].as_object();
    for field in fields.into_iter().flat_map(|fields| fields.keys()) {
        if !all.iter().any(|at| at.split('/').nth(1) == Some(field)) {
            all.push(format!("/{field}"));
        }
    }
    all.retain(|at| !at.is_empty());
    all
}

fn set_field(body: &mut Value, at: &str, value: &Value) {
    match body.pointer_mut(at) {
        Some(place) => *place = value.clone(),
        None => body[&at[1..]] = value.clone(),
    }
}

/// The call's path with the canary in each part of the path and of the query.
fn addresses(document: &Value, call: &Call) -> Vec<String> {
    let (path, query) = call.path.split_once('?').unwrap_or((&call.path, ""));
    let mut all = vec![format!("{path}?{CANARY}={CANARY}"), format!("{}?{CANARY}", call.path)];
    for (at, part) in call.template.split('/').enumerate() {
        if part.starts_with('{') {
            let mut parts: Vec<_> = path.split('/').collect();
            parts[at] = CANARY;
            all.push(parts.join("/"));
        }
    }
    let operation = &document["paths"][call.template][call.method.as_str().to_lowercase()];
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        if parameter["in"] == "query" {
            let name = parameter["name"].as_str().unwrap();
            let others: Vec<_> = query.split('&').filter(|pair| !pair.starts_with(&format!("{name}="))).collect();
            all.extend([CANARY, CANARY_DATE].map(|value| format!("{path}?{}&{name}={value}", others.join("&"))));
        }
    }
    all
}

/// Sends canaries, counts the answers, and collects the errors that contain a canary.
struct CanarySender<'w> {
    world: &'w World,
    /// The metrics of the other servers. Calls that count guesses have a separate server for each try.
    figures: Vec<String>,
    sent: usize,
    accepted: usize,
    failed: usize,
    leaks: Vec<String>,
}

impl<'w> CanarySender<'w> {
    fn new(world: &'w World) -> Self {
        Self { world, figures: Vec::new(), sent: 0, accepted: 0, failed: 0, leaks: Vec::new() }
    }

    async fn send(&mut self, client: &Client, call: &Call, path: &str, body: Option<String>) -> Answer {
        let row = MATRIX.row(&call.method, call.template).unwrap();
        let mut client = client.clone();
        let mut own = None;
        if row.rate_class.name() == "signin" {
            self.world.clinic.plant("delete from {}.sign_in_limit").await;
            let server = Server::new();
            client = client.on(server.router.clone());
            own = Some(server);
        }
        let mut request = client.request(call.method.clone(), path, body.as_ref().map(|_| &Value::Null));
        if let Some(body) = body {
            *request.body_mut() = Body::from(body);
        }
        request.headers_mut().insert(USER_AGENT, HeaderValue::from_static(CANARY));
        let answer = client.send(request).await;
        if let Some(server) = own {
            // The server itself is dropped, because Postgres has too few connections for all of them.
            self.figures.push(server.app.metrics().text());
        }
        self.sent += 1;
        self.accepted += usize::from(answer.status.is_success());
        self.failed += usize::from(answer.status.is_server_error());
        if !answer.status.is_success() && contains_canary(&answer.text) {
            self.leaks.push(format!("{} {} {}: {}", call.method, call.template, answer.status, answer.text));
        }
        answer
    }

    /// Sends every field of the call in turn, and then all accepted values together.
    async fn send_in_every_field(&mut self, document: &Value, client: &Client, call: &Call, accepted: &mut Accepted) {
        for path in addresses(document, call) {
            self.send(client, call, &path, call.body.as_ref().map(Value::to_string)).await;
        }
        let Some(body) = &call.body else { return };
        for text in [
            CANARY.to_owned(),
            format!("\"{CANARY}\""),
            format!("{{\"{CANARY}\": \"{CANARY}"),
            format!("[\"{CANARY}\"]"),
        ] {
            self.send(client, call, &call.path, Some(text)).await;
        }
        let mut whole = body.clone();
        let accepted_here = accepted.entry(format!("{} {}", call.method, call.template)).or_default();
        let fields = fields_of(document, call);
        for at in &fields {
            for value in valid_values() {
                let mut one = body.clone();
                set_field(&mut one, at, &value);
                if self.send(client, call, &call.path, Some(one.to_string())).await.status.is_success() {
                    set_field(&mut whole, at, &value);
                    accepted_here.push((at.clone(), value));
                    break;
                }
            }
        }
        // All invalid fields are reported at once.
        for value in invalid_values() {
            let mut all = body.clone();
            for at in &fields {
                set_field(&mut all, at, &value);
            }
            self.send(client, call, &call.path, Some(all.to_string())).await;
        }
        self.send(client, call, &call.path, Some(whole.to_string())).await;
    }
}

fn contains_canary(text: &str) -> bool {
    text.to_lowercase().contains(CANARY) || text.contains(CANARY_DATE)
}

/// The words that must not appear anywhere.
fn secrets(client: &Client) -> Vec<String> {
    let cookie = client.cookie.clone().unwrap();
    let words = [
        CANARY,
        CANARY_DATE,
        "iVBORw0KGgo",
        "Lindqvist",
        "owner@clinic.example",
        testing::PASSWORD,
        "a quite new password",
    ];
    words.map(str::to_owned).into_iter().chain([cookie]).chain(client.api_token.clone()).collect()
}

/// Postgres' own log, from the server of this test.
async fn log_of_postgres(world: &World) -> String {
    let rows = world.clinic.rows("select pg_read_file('/proc/self/fd/2') as log").await;
    rows[0].try_get("", "log").unwrap()
}

fn assert_no_leak(exported: &Exported, figures: &[String], words: &[String]) {
    assert!(!exported.spans.is_empty() && !exported.lines.is_empty() && !exported.metrics.is_empty());
    for word in words {
        assert_eq!(exported.where_is(word), Vec::<&str>::new(), "{word}");
        assert!(figures.iter().all(|text| !text.contains(word.as_str())), "{word} in a figure");
    }
}

#[tokio::test]
async fn a_canary_in_any_field_of_any_call_appears_nowhere() {
    let document = serde_json::to_value(app::document()).unwrap();
    let watched = Watched::new().await;
    let world = World::new(&watched.server).await;
    let mut sender = CanarySender::new(&world);
    let mut accepted = Accepted::new();
    for call in world.calls() {
        // A call may end the session that the next call needs, so each call has a separate session.
        let other_server = world.clinic.anonymous().on(Server::new().router);
        world.clinic.plant("delete from {}.sign_in_limit").await;
        let client = other_server.sign_in("owner@clinic.example").await.on(watched.server.router.clone());
        let client = client.with_api_token(&world.api_secret);
        sender.send_in_every_field(&document, &client, &call, &mut accepted).await;
    }
    let visitor = watched.server.platform();
    for call in world.platform_calls() {
        sender.send_in_every_field(&document, &visitor, &call, &mut accepted).await;
    }
    round(
        &Worker::new(watched.server.app.clone(), watched.server.mailer()),
        &watched.server.app,
        world.clinic.provisioned.id,
    )
    .await;

    // The same with a database that refuses each row and names its values in the error.
    let refusing = World::new(&watched.server).await;
    for table in testing::tables_of_records() {
        refusing
            .clinic
            .plant(&format!("alter table {{}}.{table} add constraint planted check (false) not valid"))
            .await;
    }
    let (before, mut refused_sender) = ((sender.sent, sender.accepted), CanarySender::new(&refusing));
    for call in refusing.calls() {
        let Some(mut body) = call.body.clone() else { continue };
        for (at, value) in accepted.get(&format!("{} {}", call.method, call.template)).into_iter().flatten() {
            set_field(&mut body, at, value);
        }
        refused_sender.send(&refusing.owner, &call, &call.path, Some(body.to_string())).await;
    }
    let fields: usize = accepted.values().map(Vec::len).sum();
    println!(
        "canaries: {} requests, {} accepted in {fields} fields; {} more while the database refuses, {} of them failed",
        before.0, before.1, refused_sender.sent, refused_sender.failed
    );
    assert!(fields >= 80 && before.0 >= 500 && refused_sender.failed >= 10);

    let log = log_of_postgres(&world).await;
    assert!(log.contains("planted"), "the failures of this test are in Postgres' log");
    assert!(!contains_canary(&log), "Postgres' log holds a canary");
    assert_eq!([sender.leaks, refused_sender.leaks].concat(), Vec::<String>::new(), "an error holds a canary");
    let words = secrets(&world.owner);
    assert_no_leak(&watched.exported().await, &[sender.figures, refused_sender.figures].concat(), &words);
}

#[tokio::test]
async fn a_planted_leak_is_found_wherever_it_is() {
    for (place, found_in) in
        [("log", vec!["logs"]), ("span", vec!["OTLP", "logs"]), ("figure", vec!["OTLP", "/metrics"])]
    {
        let watched = Watched::new().await;
        let clinic = watched.server.clinic().await;
        clinic.owner().await.get("/api/patients").await.expect(StatusCode::OK);
        match place {
            "log" => tracing::debug!(name = CANARY, "planted"),
            "span" => {
                request_span("GET", CANARY, &HeaderMap::new(), Caller::Untrusted)
                    .0
                    .in_scope(|| tracing::info!("inside"));
            }
            _ => watched.server.app.metrics().request_took("GET", CANARY.into(), 200, 0.1),
        }
        assert_eq!(watched.exported().await.where_is(CANARY), found_in, "{place}");
    }
    assert!(
        contains_canary("{\"error\":\"ZZcanary is taken\"}")
            && contains_canary("born 1931-07-13")
            && !contains_canary("{\"error\":\"Taken\"}")
    );
    let world = World::new(&Server::new()).await;
    // A different word, because all tests share the log.
    world.clinic.plant("do $$ begin raise warning 'a leak for its test alone'; end $$").await;
    assert!(log_of_postgres(&world).await.contains("a leak for its test alone"));
}
