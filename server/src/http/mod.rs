//! Everything between the socket and a handler, and the shapes that go over the wire.
//!
//! Outermost first: the accept loop's limits on time and size ([`serve`]); the span, the figures, the log
//! line and the headers that every answer carries ([`measure`]); a panic becomes a plain 500; then, once the route is known,
//! [`door`]: host, matrix, rate, origin, body, and that a write comes to its end ([`detached`]).

mod body;
mod client;
mod detached;
pub mod door;
pub mod fields;
mod headers;
mod if_match;
mod json;
mod log;
pub mod measure;
pub mod rate_limit;
mod seen;
pub mod serve;
pub mod signature;
pub mod web;

use std::sync::Arc;

use axum::Router;
use tower_http::catch_panic::CatchPanicLayer;

pub use client::limited_as;
pub use fields::optional;
pub use if_match::IfMatch;
pub use json::{Json, Path, Payload, Query};

use crate::error::Error;

/// Wraps the routes in everything that every request goes through.
pub fn wrap(routes: Router, door: Arc<door::Door>, measure: measure::Measure) -> Router {
    use axum::{middleware::from_fn_with_state, response::IntoResponse};
    routes
        // What the matrix knows and no route answers; axum itself adds which methods there are.
        .method_not_allowed_fallback(async || Error::MethodNotAllowed { allow: String::new() })
        .layer(from_fn_with_state(door, door::pass))
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            Error::Internal("a handler panicked".into()).into_response()
        }))
        .layer(from_fn_with_state(measure, measure::measure))
}
