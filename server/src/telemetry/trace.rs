//! The three kinds of spans there are, and who may begin a trace.

use axum::http::HeaderMap;
use opentelemetry::{
    Context,
    propagation::{Extractor, TextMapPropagator},
    trace::TraceContextExt,
};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tracing::{Span, field::Empty};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use uuid::Uuid;

/// Spans of this target are sent, and no others.
pub const TARGET: &str = "celadon::trace";

/// What a request's caller is to its trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caller {
    /// A trusted proxy: its trace goes on here.
    Trusted,
    /// Anybody: may neither choose a trace's id nor whether it is sent (W3C Trace Context 6.2). A
    /// trace of our own begins, with a link to what was said.
    Stranger,
}

struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).and_then(|value| value.to_str().ok())
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(axum::http::HeaderName::as_str).collect()
    }
}

/// One request. What is found out later is recorded on it: clinic, status, code.
pub fn request_span(method: &'static str, route: &str, headers: &HeaderMap, caller: Caller) -> Span {
    let span = tracing::info_span!(
        target: TARGET,
        parent: None,
        "request",
        otel.name = format!("{method} {route}"),
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = method,
        http.route = route,
        http.response.status_code = Empty,
        error.code = Empty,
        celadon.clinic.id = Empty,
        celadon.request.id = Empty,
        trace_id = Empty,
        span_id = Empty,
    );
    let said = TraceContextPropagator::new().extract_with_context(&Context::new(), &Headers(headers));
    let said_span = said.span().span_context().clone();
    match caller {
        // Refused only when nobody listens.
        Caller::Trusted => {
            let _ = span.set_parent(said);
        }
        Caller::Stranger if said_span.is_valid() => {
            // What a stranger adds to the state is its own text.
            let said = opentelemetry::trace::SpanContext::new(
                said_span.trace_id(),
                said_span.span_id(),
                said_span.trace_flags(),
                true,
                opentelemetry::trace::TraceState::NONE,
            );
            span.add_link(said);
        }
        Caller::Stranger => {}
    }
    if let Some((trace, id)) = ids(&span) {
        span.record("trace_id", trace);
        span.record("span_id", id);
    }
    span
}

/// One try of one job.
pub fn job_span(kind: &str, clinic: Uuid) -> Span {
    tracing::info_span!(
        target: TARGET,
        parent: None,
        "job",
        otel.name = format!("job {kind}"),
        otel.kind = "consumer",
        otel.status_code = Empty,
        celadon.job.kind = kind,
        celadon.clinic.id = %clinic,
    )
}

/// One transaction in a clinic, part of the request or job that is going on.
pub fn transaction_span(placement: &str) -> Span {
    tracing::info_span!(
        target: TARGET,
        "transaction",
        otel.kind = "client",
        db.system.name = "postgresql",
        celadon.placement = placement,
    )
}

/// A span's trace and its own id, as traces are found by. None when nobody listens.
pub fn ids(span: &Span) -> Option<(String, String)> {
    let context = span.context();
    let span = context.span();
    let span = span.span_context();
    span.is_valid().then(|| (span.trace_id().to_string(), span.span_id().to_string()))
}
