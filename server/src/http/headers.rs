//! The headers that every answer carries, whatever it is.

use axum::{
    extract::Request,
    http::{HeaderName, HeaderValue, header},
    middleware::Next,
    response::Response,
};

const ALWAYS: &[(&str, &str)] = &[
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"),
    // Browsers heed it over https only.
    ("strict-transport-security", "max-age=31536000; includeSubDomains"),
];

/// What an answer that is no page may do: nothing.
const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

pub async fn add(request: Request, next: Next) -> Response {
    let keep_out_of_caches = is_private(request.uri().path());
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in ALWAYS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(NOTHING));
    if keep_out_of_caches {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn is_private(path: &str) -> bool {
    path.starts_with("/api") || path.starts_with("/portal") || path.starts_with("/invite") || path.starts_with("/reset")
}
