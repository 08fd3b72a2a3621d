//! The headers of every response.

use axum::{
    http::{HeaderName, HeaderValue, header},
    response::Response,
};

const fn pair(name: &'static str, value: &'static str) -> (HeaderName, HeaderValue) {
    (HeaderName::from_static(name), HeaderValue::from_static(value))
}

static ALWAYS: [(HeaderName, HeaderValue); 7] = [
    pair("x-content-type-options", "nosniff"),
    pair("referrer-policy", "no-referrer"),
    pair("x-frame-options", "DENY"),
    pair("cross-origin-opener-policy", "same-origin"),
    pair("cross-origin-resource-policy", "same-origin"),
    pair("permissions-policy", "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"),
    // Browsers apply this header over https only.
    pair("strict-transport-security", "max-age=31536000; includeSubDomains"),
];

/// The content security policy of a response that is not a page: nothing is allowed.
const CSP_NOTHING_ALLOWED: &str = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// Adds the headers to a response. A [private](is_private) response is kept out of caches.
pub fn add(response: &mut Response, is_private: bool) {
    let headers = response.headers_mut();
    for (name, value) in &ALWAYS {
        headers.insert(name, value.clone());
    }
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(CSP_NOTHING_ALLOWED));
    if is_private {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

/// Whether the response at this path is for one person only.
pub fn is_private(path: &str) -> bool {
    path.starts_with("/api") || path.starts_with("/portal") || path.starts_with("/invite") || path.starts_with("/reset")
}
