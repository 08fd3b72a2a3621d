//! Reads a request's whole body, within a size and a time, before anything else happens: a slow upload must not
//! hold a transaction open.

use std::time::Duration;

use axum::{
    body::Body,
    extract::Request,
    http::{
        HeaderName, Method,
        header::{CONTENT_LENGTH, CONTENT_TYPE},
    },
};
use http_body_util::{BodyExt, LengthLimitError, Limited};

use crate::foundation::{
    error::{Error, Result},
    tenancy::IdempotencyKey,
};

/// The idempotency key: chosen by the client, one for each piece of work.
const ONCE: HeaderName = HeaderName::from_static("idempotency-key");

const TIME: Duration = Duration::from_secs(15);

/// The same request with its body in memory. Its content type must be JSON.
///
/// # Errors
/// When it is larger than `limit`, too slow, incomplete, or not JSON.
pub async fn read_json(request: Request, limit: usize) -> Result<Request> {
    let (request, is_empty) = read(request, limit).await?;
    if !is_empty {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let essence = kind.split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case("application/json") {
            return Err(Error::NotJsonType);
        }
    }
    Ok(request)
}

/// The same request with its body in memory, byte for byte as it was signed, whatever its content type.
///
/// # Errors
/// When it is larger than `limit`, too slow or incomplete.
pub async fn read_signed(request: Request, limit: usize) -> Result<Request> {
    Ok(read(request, limit).await?.0)
}

async fn read(request: Request, limit: usize) -> Result<(Request, bool)> {
    let announced = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if announced.is_some_and(|length| length > limit) {
        return Err(Error::TooLarge);
    }
    let (mut parts, body) = request.into_parts();
    let read = tokio::time::timeout(TIME, Limited::new(body, limit).collect()).await.map_err(|_| Error::NotJson)?;
    let bytes = match read {
        Ok(collected) => collected.to_bytes(),
        Err(error) if error.is::<LengthLimitError>() => return Err(Error::TooLarge),
        Err(_) => return Err(Error::NotJson),
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
