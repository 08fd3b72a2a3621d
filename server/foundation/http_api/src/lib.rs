//! The layers between a connection and a handler, and the forms of requests and responses.
//!
//! From the outside in: the span, the metrics, the log line and the headers of every response (`measure`); a plain
//! 500 for a panic. Then, once the route is known, [`gate`]:
//! host, matrix, rate limit, origin, body, and completing writes (`complete_writes`). Innermost, the audit row of a refusal.

mod body;
mod client;
mod complete_writes;
mod confirmed;
pub mod fields;
pub mod gate;
mod headers;
mod if_match;
mod json;
pub mod lists;
mod log;
mod measure;
pub mod ops;
pub mod page;
mod patch;
mod rate_limit;
mod request_meta;
pub mod signature;
/// The state that handlers and jobs share.
pub mod state;
pub mod table;
pub mod web;

pub use body::BAD_SIGNATURE;
pub use confirmed::Confirmed;
pub use connections::limited_as;
pub use if_match::IfMatch;
pub use json::{Computed, Json, Path, Query, SentBack};
pub use page::Page;
pub use patch::Patch;

use std::sync::Arc;

use axum::{
    Router,
    middleware::from_fn_with_state,
    response::{IntoResponse, Response},
};
use tower_http::catch_panic::CatchPanicLayer;

use base::error::Error;
use tenancy::{TenantState, note_refusals};

/// The response to a panic.
fn panicked() -> Response {
    Error::Internal("a handler panicked".into()).into_response()
}

/// Wraps the routes in the layers that every request passes.
pub fn wrap(routes: Router, tenants: TenantState, gate: Arc<gate::Gate>, measure: measure::Measure) -> Router {
    routes
        // A call of the matrix without a route. axum itself adds the methods that exist.
        .method_not_allowed_fallback(async || Error::MethodNotAllowed { allow: String::new() })
        .layer(from_fn_with_state(tenants, note_refusals))
        .layer(from_fn_with_state(gate, gate::pass))
        // Catches a panic in the gate itself.
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| panicked()))
        .layer(from_fn_with_state(measure, measure::measure))
}
