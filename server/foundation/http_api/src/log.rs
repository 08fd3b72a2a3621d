//! Logs one line for each request: the route's template, the clinic, the status and the duration. Never a path, a
//! query, a body or a header, because these hold people's data.

use std::time::Duration;

use axum::response::Response;

use crate::request_meta::RequestMeta;
use telemetry::TraceIds;

/// Call this outside of the request's span. The line has the span's fields already, and they would be formatted twice.
pub fn write(method: &'static str, route: &str, ids: &TraceIds, response: &Response, took: Duration) {
    let meta = response.extensions().get::<RequestMeta>();
    tracing::info!(
        http.method = method,
        http.route = route,
        http.status = response.status().as_u16(),
        duration_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
        clinic.id = meta.and_then(|meta| meta.clinic).map(|clinic| clinic.to_string()),
        request.id = meta.map(|meta| meta.request.to_string()),
        trace_id = ids.trace,
        span_id = ids.span,
        "answered a request"
    );
}
