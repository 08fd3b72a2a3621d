//! The three kinds of spans, and the callers that may start a trace.

use axum::http::HeaderMap;
use opentelemetry::{
    Context,
    propagation::{Extractor, TextMapPropagator},
    trace::{SpanContext, TraceContextExt, TraceState},
};
use opentelemetry_sdk::{
    propagation::TraceContextPropagator,
    trace::{IdGenerator, RandomIdGenerator},
};
use tracing::{Span, field::Empty};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use uuid::Uuid;

/// Spans of these two targets are exported. No others are.
pub const TARGET: &str = "celadon::trace";

/// Only for a collector: these spans are never entered, so no log line shows them.
pub const UNLOGGED: &str = "celadon::trace::unlogged";

/// Whether a request's caller may choose the trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caller {
    /// A trusted proxy. Its trace continues here.
    Trusted,
    /// Any other caller. It may choose neither a trace's id nor whether the trace is exported (W3C Trace Context
    /// 6.2). A new trace starts, with a link to the caller's trace.
    Untrusted,
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

/// The ids that identify a request in traces and in the log.
#[derive(Debug, Clone)]
pub struct TraceIds {
    pub trace: String,
    pub span: String,
}

/// One request. Clinic, status and code are recorded on it later.
pub fn request_span(method: &'static str, route: &str, headers: &HeaderMap, caller: Caller) -> (Span, TraceIds) {
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
    let incoming = TraceContextPropagator::new().extract_with_context(&Context::new(), &Headers(headers));
    let incoming_span = incoming.span().span_context().clone();
    let is_said = incoming_span.is_valid();
    match caller {
        // Fails only without a subscriber.
        Caller::Trusted if is_said => {
            let _ = span.set_parent(incoming);
        }
        Caller::Untrusted if is_said => {
            // The trace state of an untrusted caller is free text.
            let (trace, id, flags) = (incoming_span.trace_id(), incoming_span.span_id(), incoming_span.trace_flags());
            span.add_link(SpanContext::new(trace, id, flags, true, TraceState::NONE));
        }
        _ => {}
    }
    let goes_on = (is_said && caller == Caller::Trusted).then_some(&incoming_span);
    let ids = ids(&span, goes_on);
    tracing::record_all!(span, trace_id = ids.trace, span_id = ids.span);
    (span, ids)
}

/// The exported ids. Without a collector, log lines have ids all the same, and continue a trace that was started elsewhere.
fn ids(span: &Span, goes_on: Option<&SpanContext>) -> TraceIds {
    let context = span.context();
    let own_span = context.span().span_context().clone();
    let (trace, span) = if own_span.is_valid() {
        (own_span.trace_id(), own_span.span_id())
    } else {
        let random = RandomIdGenerator::default();
        (goes_on.map_or_else(|| random.new_trace_id(), SpanContext::trace_id), random.new_span_id())
    };
    TraceIds { trace: trace.to_string(), span: span.to_string() }
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

/// One transaction in a clinic, part of the current request or job.
pub fn transaction_span(placement: &str) -> Span {
    tracing::info_span!(
        target: UNLOGGED,
        "transaction",
        otel.kind = "client",
        db.system.name = "postgresql",
        celadon.placement = placement,
    )
}
