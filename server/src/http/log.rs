//! One line a request: what was asked for by template, by which clinic, how it ended, how long it
//! took. Never a path, a query, a body or a header: those hold people's data.

use std::{sync::Arc, time::Instant};

use axum::{
    extract::{MatchedPath, Request},
    middleware::Next,
    response::Response,
};
use uuid::Uuid;

/// Left on an answer by the door, for the log line.
#[derive(Debug, Clone)]
pub struct Seen {
    pub clinic: Uuid,
    pub request: Uuid,
}

pub async fn write(request: Request, next: Next) -> Response {
    let method = request.method().clone();
    let route: Arc<str> = request.extensions().get::<MatchedPath>().map_or("-".into(), |path| path.as_str().into());
    let started = Instant::now();
    let response = next.run(request).await;
    let seen = response.extensions().get::<Seen>();
    tracing::info!(
        http.method = %method,
        http.route = %route,
        http.status = response.status().as_u16(),
        duration_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
        clinic.id = seen.map(|seen| seen.clinic.to_string()),
        request.id = seen.map(|seen| seen.request.to_string()),
        "answered a request"
    );
    response
}
