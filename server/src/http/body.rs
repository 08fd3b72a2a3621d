//! Reads a request's body whole, within a size and a time, before anything else happens: a slow
//! upload must not hold a transaction open.

use std::time::Duration;

use axum::{
    body::Body,
    extract::Request,
    http::header::{CONTENT_LENGTH, CONTENT_TYPE},
};
use http_body_util::{BodyExt, LengthLimitError, Limited};

use crate::error::{Error, Result};

const TIME: Duration = Duration::from_secs(15);

/// The same request with its body in memory.
///
/// # Errors
/// When it is larger than `limit`, too slow, cut off, or not JSON by its own account.
pub async fn read(request: Request, limit: usize) -> Result<Request> {
    let announced = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if announced.is_some_and(|length| length > limit) {
        return Err(Error::TooLarge);
    }
    let (parts, body) = request.into_parts();
    let read = tokio::time::timeout(TIME, Limited::new(body, limit).collect()).await.map_err(|_| Error::NotJson)?;
    let bytes = match read {
        Ok(collected) => collected.to_bytes(),
        Err(error) if error.is::<LengthLimitError>() => return Err(Error::TooLarge),
        Err(_) => return Err(Error::NotJson),
    };
    if !bytes.is_empty() {
        let kind = parts.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let essence = kind.split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case("application/json") {
            return Err(Error::NotJsonType);
        }
    }
    Ok(Request::from_parts(parts, Body::from(bytes)))
}
