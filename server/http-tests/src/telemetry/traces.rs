use std::net::SocketAddr;

use axum::{
    extract::ConnectInfo,
    http::{Method, StatusCode},
};
use opentelemetry::{
    KeyValue,
    trace::{SpanContext, SpanId, SpanKind, Status},
};
use opentelemetry_sdk::trace::{SpanData, SpanEvents, SpanLinks};
use serde_json::{Value, json};

use super::{Watched, collector::attribute};
use crate::testing::{self, Client, factories};
use telemetry::redact::{ATTRIBUTES, stripped};

const TRACEPARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const CANARY: &str = "zzcanary";
const ANSWERED: &str = "answered a request";

fn hex(bytes: &[u8]) -> String {
    hex::encode(bytes)
}

#[tokio::test]
async fn a_request_is_one_trace_named_by_its_template_with_the_clinics_id() {
    let watched = Watched::new().await;
    let clinic = watched.server.clinic().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    owner.get(&format!("/api/patients/{patient}?because={CANARY}")).await.expect(StatusCode::OK);
    let exported = watched.exported().await;
    let span = exported.span("GET /api/patients/{id}");
    assert_eq!(attribute(&span.attributes, "http.route").unwrap(), "/api/patients/{id}");
    assert_eq!(attribute(&span.attributes, "http.response.status_code").unwrap(), "200");
    assert_eq!(attribute(&span.attributes, "celadon.clinic.id").unwrap(), clinic.provisioned.id.to_string());
    assert_eq!(span.parent_span_id, Vec::<u8>::new());
    let transaction = exported.spans.iter().find(|part| part.parent_span_id == span.span_id).unwrap();
    assert_eq!((transaction.name.as_str(), &transaction.trace_id), ("transaction", &span.trace_id));
    for span in &exported.spans {
        for attribute in &span.attributes {
            assert!(ATTRIBUTES.contains(&attribute.key.as_str()), "{} on {}", attribute.key, span.name);
        }
        assert!(span.events.is_empty(), "{}", span.name);
    }
    // The log line names the trace.
    let lines = exported.lines(ANSWERED);
    let line = lines.iter().find(|line| line["http.route"] == "/api/patients/{id}").unwrap();
    assert_eq!(line["trace_id"], hex(&span.trace_id));
    assert_eq!(line["span_id"], hex(&span.span_id));
    assert_eq!(line["clinic.id"], clinic.provisioned.id.to_string());
    assert_eq!(line["http.status"], 200);
    assert_eq!(line["request.id"], attribute(&span.attributes, "celadon.request.id").unwrap());
    assert!(line["duration_ms"].is_u64(), "{line}");
    assert!(line["span"].is_null(), "it says everything itself: {line}");
}

/// Makes requests with the canary in every place that can hold a person's text.
async fn call_with_patient_data(client: &Client, patient: i64) {
    let patient = format!("/api/patients/{patient}");
    for path in [
        format!("/api/patients?search={CANARY}"),
        format!("{patient}?{CANARY}={CANARY}"),
        format!("/api/patients/{CANARY}"),
        format!("/api/{CANARY}"),
        format!("/portal/sign/{CANARY}"),
        format!("/{CANARY}.js"),
    ] {
        client.get(&path).await;
    }
    let mut request = client.request(Method::from_bytes(b"ZZCANARY").unwrap(), "/api/patients", None);
    request.headers_mut().insert("user-agent", CANARY.parse().unwrap());
    client.send(request).await;
    let mut request = client.request(Method::GET, &patient, None);
    for (header, value) in [
        ("user-agent", CANARY),
        ("x-forwarded-for", CANARY),
        ("x-request-id", CANARY),
        ("baggage", "who=zzcanary"),
        ("traceparent", TRACEPARENT),
        ("tracestate", "who=zzcanary"),
        ("referer", "http://zzcanary/"),
    ] {
        request.headers_mut().insert(header, value.parse().unwrap());
    }
    client.send(request).await;
    let body = json!({ "first_name": CANARY, "last_name": CANARY, "email": "zzcanary@example.com", "phone": CANARY, "notes": CANARY });
    client.post("/api/patients", body).await;
    client.post("/api/patients", json!(CANARY)).await;
    let wrong = json!({ "email": "zzcanary@example.com", "password": CANARY });
    client.post("/api/auth/login", wrong).await.refused(StatusCode::UNAUTHORIZED, "wrong_credentials");
    client.with_cookie(format!("__Host-celadon={CANARY}")).get(&patient).await;
    client.at(&format!("{CANARY}.localhost:8080")).get("/api/patients").await;
    client.at(CANARY).get("/api/patients").await;
}

#[tokio::test]
async fn no_personal_data_is_exported_in_traces_metrics_or_logs() {
    let watched = Watched::new().await;
    let clinic = watched.server.clinic().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    clinic.plant(&format!("update {{}}.patient set first_name = '{CANARY}', email = '{CANARY}@example.com'")).await;
    call_with_patient_data(&owner, patient).await;
    // A failure of the server itself, with the canary in the request.
    clinic.plant("alter table {}.patient rename to gone").await;
    owner.get(&format!("/api/patients?search={CANARY}")).await.expect(StatusCode::INTERNAL_SERVER_ERROR);
    let cookie = owner.cookie.clone().unwrap();
    let exported = watched.exported().await;
    assert!(!exported.spans.is_empty() && !exported.lines.is_empty() && !exported.metrics.is_empty());
    for word in [CANARY, "Lindqvist", "owner@clinic.example", testing::PASSWORD, &cookie, &clinic.host()] {
        assert_eq!(exported.where_is(word), Vec::<&str>::new(), "{word}");
    }
    let id = clinic.provisioned.id.to_string();
    assert_eq!(exported.where_is(&id), ["OTLP", "logs"]);
    assert!(!exported.figures.contains(&id));
}

#[tokio::test]
async fn a_failed_requests_span_has_the_error_code() {
    let watched = Watched::new().await;
    let clinic = watched.server.clinic().await;
    let owner = clinic.owner().await;
    clinic.plant("alter table {}.patient rename to gone").await;
    owner.get("/api/patients").await.expect(StatusCode::INTERNAL_SERVER_ERROR);
    let exported = watched.exported().await;
    let span = exported.span("GET /api/patients");
    assert_eq!(attribute(&span.attributes, "error.code").unwrap(), "internal");
    let status = span.status.as_ref().unwrap();
    assert_eq!((status.code, status.message.as_str()), (2, ""));
}

/// Makes a request from this peer, with a trace that was started elsewhere.
async fn from(peer: &str, ratio: Option<f64>, traceparent: &str) -> super::Exported {
    let mut config = testing::config();
    config.trusted_proxies = vec!["10.0.0.0/8".parse().unwrap()];
    let watched = Watched::with(config, ratio).await;
    let client = watched.server.clinic().await.anonymous();
    let mut request = client.request(Method::GET, "/api/auth/session", None);
    request.extensions_mut().insert(ConnectInfo(SocketAddr::new(peer.parse().unwrap(), 1)));
    request.headers_mut().insert("traceparent", traceparent.parse().unwrap());
    client.send(request).await;
    watched.exported().await
}

#[tokio::test]
async fn a_trusted_proxys_trace_is_continued() {
    let exported = from("10.0.0.7", Some(0.0), TRACEPARENT).await;
    let span = exported.span("GET /api/auth/session");
    assert_eq!(hex(&span.trace_id), "0af7651916cd43dd8448eb211c80319c");
    assert_eq!(hex(&span.parent_span_id), "b7ad6b7169203331");
}

#[tokio::test]
async fn an_untrusted_trace_is_linked_and_not_continued() {
    let exported = from("203.0.113.9", Some(1.0), TRACEPARENT).await;
    let span = exported.span("GET /api/auth/session");
    assert_ne!(hex(&span.trace_id), "0af7651916cd43dd8448eb211c80319c");
    assert_eq!(span.parent_span_id, Vec::<u8>::new());
    assert_eq!(hex(&span.links[0].trace_id), "0af7651916cd43dd8448eb211c80319c");
}

#[tokio::test]
async fn an_untrusted_caller_cannot_force_sampling() {
    assert!(from("203.0.113.9", Some(0.0), TRACEPARENT).await.spans.is_empty());
    assert!(from("10.0.0.7", Some(1.0), &TRACEPARENT.replace("-01", "-00")).await.spans.is_empty());
}

#[tokio::test]
async fn without_a_collector_log_lines_still_have_request_ids() {
    let mut seen = Vec::new();
    for (peer, goes_on) in [("10.0.0.7", true), ("203.0.113.9", false)] {
        let exported = from(peer, None, TRACEPARENT).await;
        assert!(exported.spans.is_empty());
        let line = exported.lines(ANSWERED).pop().unwrap();
        let [trace, span] = ["trace_id", "span_id"].map(|id| line[id].as_str().unwrap().to_owned());
        assert_eq!(trace == "0af7651916cd43dd8448eb211c80319c", goes_on, "{peer}");
        assert_eq!(hex::decode(&trace).unwrap().len(), 16);
        assert_eq!(hex::decode(&span).unwrap().len(), 8);
        assert_ne!(span, "b7ad6b7169203331");
        seen.extend([trace, span]);
    }
    assert!(seen.iter().all(|id| id.bytes().any(|digit| digit != b'0')));
    assert!(seen[0] != seen[2] && seen[1] != seen[3]);
}

#[tokio::test]
async fn every_line_of_a_request_has_its_ids() {
    for ratio in [None, Some(1.0)] {
        let watched = Watched::with(testing::config(), ratio).await;
        let clinic = watched.server.clinic().await;
        let owner = clinic.owner().await;
        clinic.plant("alter table {}.patient rename to gone").await;
        owner.get("/api/patients").await.expect(StatusCode::INTERNAL_SERVER_ERROR);
        let exported = watched.exported().await;
        let answered = exported.lines(ANSWERED).into_iter().find(|line| line["http.status"] == 500).unwrap();
        let inside: Value = exported.lines.lines().find(|line| line.contains("\"ERROR\"")).unwrap().parse().unwrap();
        for id in ["trace_id", "span_id"] {
            assert_eq!(inside["span"][id], answered[id], "{inside}");
        }
        assert_eq!(inside["span"]["celadon.request.id"], answered["request.id"], "{inside}");
        assert_eq!(inside["span"]["celadon.clinic.id"], clinic.provisioned.id.to_string(), "{inside}");
    }
}

#[test]
fn the_exporter_drops_unlisted_attributes() {
    let mut events = SpanEvents::default();
    events.events.push(opentelemetry::trace::Event::with_name(CANARY));
    let mut links = SpanLinks::default();
    links.links.push(opentelemetry::trace::Link::new(SpanContext::NONE, vec![KeyValue::new("a", CANARY)], 0));
    let span = SpanData {
        span_context: SpanContext::NONE,
        parent_span_id: SpanId::INVALID,
        parent_span_is_remote: false,
        span_kind: SpanKind::Server,
        name: "GET /".into(),
        start_time: std::time::UNIX_EPOCH,
        end_time: std::time::UNIX_EPOCH,
        attributes: vec![KeyValue::new("url.full", CANARY), KeyValue::new("http.route", "/")],
        dropped_attributes_count: 0,
        events,
        links,
        status: Status::error(CANARY),
        instrumentation_scope: opentelemetry::InstrumentationScope::default(),
    };
    let span = stripped(span);
    assert_eq!(span.attributes, [KeyValue::new("http.route", "/")]);
    assert_eq!(span.status, Status::error(""));
    assert!(!format!("{span:?}").contains(CANARY));
}

#[test]
fn the_collector_lets_through_what_we_send() {
    let collector = include_str!("../../../../infra/observability/otel-collector.yaml");
    for attribute in ATTRIBUTES {
        assert!(collector.contains(&format!("      - {attribute}\n")), "{attribute}");
    }
}
