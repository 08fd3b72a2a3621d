//! The `Stripe-Signature` header: HMAC-SHA256 of `{time}.{body}` under the endpoint's secret.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The header's value for a delivery sent at `now` (Unix seconds).
pub fn sign(secret: &str, now: i64, body: &str) -> String {
    // HMAC takes keys of any length, so there is no failure to report.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return String::new() };
    mac.update(now.to_string().as_bytes());
    mac.update(b".");
    mac.update(body.as_bytes());
    format!("t={now},v1={}", hex::encode(mac.finalize().into_bytes()))
}
