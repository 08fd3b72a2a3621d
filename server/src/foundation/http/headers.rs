//! The headers that every answer carries, whatever it is.

use axum::{
    http::{HeaderName, HeaderValue, header},
    response::Response,
};

const fn said(name: &'static str, value: &'static str) -> (HeaderName, HeaderValue) {
    (HeaderName::from_static(name), HeaderValue::from_static(value))
}

static ALWAYS: [(HeaderName, HeaderValue); 7] = [
    said("x-content-type-options", "nosniff"),
    said("referrer-policy", "no-referrer"),
    said("x-frame-options", "DENY"),
    said("cross-origin-opener-policy", "same-origin"),
    said("cross-origin-resource-policy", "same-origin"),
    said("permissions-policy", "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"),
    // Browsers heed it over https only.
    said("strict-transport-security", "max-age=31536000; includeSubDomains"),
];

/// What an answer that is no page may do: nothing.
const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// Adds them to an answer, which is kept out of caches where it is [private](is_private).
pub fn add(response: &mut Response, is_private: bool) {
    let headers = response.headers_mut();
    for (name, value) in &ALWAYS {
        headers.insert(name, value.clone());
    }
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(NOTHING));
    if is_private {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

/// Whether what is answered at this path is for one person's eyes.
pub fn is_private(path: &str) -> bool {
    path.starts_with("/api") || path.starts_with("/portal") || path.starts_with("/invite") || path.starts_with("/reset")
}
