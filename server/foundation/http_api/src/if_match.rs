//! The version that a change was made from.

use std::convert::Infallible;

use axum::{
    extract::FromRequestParts,
    http::{HeaderValue, header::IF_MATCH, request::Parts},
};
use utoipa::IntoParams;

use base::error::{Error, Result};

/// The version that a change was made from.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
pub struct IfMatch {
    /// When it is not the current one, nothing is changed.
    #[param(rename = "If-Match", required = false, value_type = String)]
    if_match: Option<HeaderValue>,
}

impl IfMatch {
    /// Without a version, the change applies to any stored version.
    ///
    /// # Errors
    /// When the change was made from another version than the `current` one.
    pub fn require(&self, current: i32) -> Result<()> {
        let Some(if_match) = &self.if_match else { return Ok(()) };
        let if_match = if_match.to_str().ok().map(|if_match| if_match.trim_matches('"'));
        if if_match == Some(current.to_string().as_str()) { Ok(()) } else { Err(Error::Stale) }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for IfMatch {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self { if_match: parts.headers.get(IF_MATCH).cloned() })
    }
}
