//! Reads a request's whole body, limited in size and time, before anything else happens. A slow upload must not hold a transaction open.

use std::time::Duration;

use axum::{
    body::Body,
    extract::Request,
    http::{
        HeaderName, Method, StatusCode,
        header::{CONTENT_LENGTH, CONTENT_TYPE},
    },
};
use http_body_util::{BodyExt, LengthLimitError, Limited};

use base::error::{Refusal, Result};
use tenancy::IdempotencyKey;

/// The idempotency key. The client chooses one for each piece of work.
const ONCE: HeaderName = HeaderName::from_static("idempotency-key");

const TIME: Duration = Duration::from_secs(15);

pub const NOT_JSON: Refusal = Refusal::new(StatusCode::BAD_REQUEST, "not_json", "The request could not be read.");
const NOT_JSON_TYPE: Refusal =
    Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json_type", "The request must be JSON.");
const TOO_LARGE: Refusal = Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", "This is too large to be saved.");
/// The answer to a report of another service whose signature is not right.
pub const BAD_SIGNATURE: Refusal =
    Refusal::new(StatusCode::BAD_REQUEST, "bad_signature", "The signature is not right.");

/// Reads the request's body into memory. Its content type must be JSON.
///
/// # Errors
/// When the body is larger than `limit`, too slow, incomplete, or not JSON.
pub async fn read_json(request: Request, limit: usize) -> Result<Request> {
    let (request, is_empty) = read(request, limit).await?;
    if !is_empty {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let essence = kind.split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case("application/json") {
            return Err(NOT_JSON_TYPE.into());
        }
    }
    Ok(request)
}

/// Reads the request's body into memory, byte for byte as it was signed, with any content type.
///
/// # Errors
/// When the body is larger than `limit`, too slow or incomplete.
pub async fn read_signed(request: Request, limit: usize) -> Result<Request> {
    Ok(read(request, limit).await?.0)
}

async fn read(request: Request, limit: usize) -> Result<(Request, bool)> {
    let announced = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if announced.is_some_and(|length| length > limit) {
        return Err(TOO_LARGE.into());
    }
    let (mut parts, body) = request.into_parts();
    let read = tokio::time::timeout(TIME, Limited::new(body, limit).collect()).await.map_err(|_| NOT_JSON)?;
    let bytes = match read {
        Ok(collected) => collected.to_bytes(),
        Err(error) if error.is::<LengthLimitError>() => return Err(TOO_LARGE.into()),
        Err(_) => return Err(NOT_JSON.into()),
    };
    if parts.method == Method::POST
        && let Some(key) = parts.headers.get(ONCE)
    {
        let target = parts.uri.path_and_query().map_or("/", |target| target.as_str());
        let key = IdempotencyKey::new(key, parts.method.as_str(), target, &bytes)?;
        parts.extensions.insert(key);
    }
    let is_empty = bytes.is_empty();
    Ok((Request::from_parts(parts, Body::from(bytes)), is_empty))
}
