//! Everything between the socket and a handler, and the forms of requests and responses.
//!
//! Outermost first: the accept loop's limits on time and size ([`serve`]); the span, the metrics, the log line
//! and the headers of every response ([`measure`]); a panic becomes a plain 500; then, once the route is known,
//! [`gate`]: host, matrix, rate limit, origin, body, and completing writes (`detached`); innermost, the audit
//! row of a refusal.

mod body;
mod client;
mod confirmed;
mod detached;
pub mod fields;
pub mod gate;
mod headers;
mod if_match;
mod json;
pub mod lists;
mod log;
pub mod measure;
mod pace;
pub mod page;
mod patch;
mod peers;
pub mod rate_limit;
mod request_meta;
pub mod serve;
pub mod signature;
#[cfg(test)]
mod slow;
pub mod table;
pub mod web;

use std::sync::Arc;

use axum::{
    Router,
    middleware::from_fn_with_state,
    response::{IntoResponse, Response},
};
use tower_http::catch_panic::CatchPanicLayer;

pub use client::limited_as;
pub use confirmed::Confirmed;
pub use fields::{optional, required};
pub use if_match::IfMatch;
pub use json::{Json, Path, Payload, Query};
pub use pace::Pace;
pub use page::Page;
pub use patch::Patch;

use crate::foundation::{
    error::Error,
    tenancy::{TenantState, note_refusals},
};

/// The response to a panic.
fn panicked() -> Response {
    Error::Internal("a handler panicked".into()).into_response()
}

/// Wraps the routes in the layers that every request passes.
pub fn wrap(routes: Router, tenants: TenantState, gate: Arc<gate::Gate>, measure: measure::Measure) -> Router {
    routes
        // A call of the matrix without a route; axum itself adds which methods exist.
        .method_not_allowed_fallback(async || Error::MethodNotAllowed { allow: String::new() })
        .layer(from_fn_with_state(tenants, note_refusals))
        .layer(from_fn_with_state(gate, gate::pass))
        // A panic in the gate itself.
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| panicked()))
        .layer(from_fn_with_state(measure, measure::measure))
}
