//! One line a request: what was asked for by template, by which clinic, how it ended, how long it
//! took. Never a path, a query, a body or a header: those hold people's data.

use std::time::Instant;

use axum::{extract::Request, middleware::Next, response::Response};
use tracing::Span;

use super::{
    measure::{method_name, template},
    seen::Seen,
};
use crate::telemetry;

pub async fn write(request: Request, next: Next) -> Response {
    let method = method_name(request.method());
    let route = template(&request);
    let started = Instant::now();
    let response = next.run(request).await;
    let seen = response.extensions().get::<Seen>();
    let (trace, span) = telemetry::ids(&Span::current()).unzip();
    tracing::info!(
        http.method = method,
        http.route = %route,
        http.status = response.status().as_u16(),
        duration_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
        clinic.id = seen.and_then(|seen| seen.clinic).map(|clinic| clinic.to_string()),
        request.id = seen.map(|seen| seen.request.to_string()),
        trace_id = trace,
        span_id = span,
        "answered a request"
    );
    response
}
