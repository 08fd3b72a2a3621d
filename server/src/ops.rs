//! The operator's own listener: is the process alive, may it have traffic. Never public.

use axum::{Router, http::StatusCode, routing::get};

use crate::tenancy::Db;

/// Health and readiness.
pub fn router(db: Db) -> Router {
    Router::new().route("/health/live", get(async || StatusCode::NO_CONTENT)).route(
        "/health/ready",
        get(
            async move || {
                if db.is_reachable().await { StatusCode::NO_CONTENT } else { StatusCode::SERVICE_UNAVAILABLE }
            },
        ),
    )
}
