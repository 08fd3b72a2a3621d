//! The signature of Standard Webhooks (standardwebhooks.com): HMAC-SHA256 of the id, the time and the raw body, joined by dots.

use axum::http::HeaderMap;
use base64::{Engine, engine::general_purpose::STANDARD};
use hmac::{Hmac, Mac};
use sha2::Sha256;

use config::mail_reports::ReportKey;
use crypto::mac;

/// How far the signed time may differ from ours, in seconds, either way. An old one is a replay; a future one was made for a
/// later replay.
const TOLERANCE: u64 = 300;
/// The id is stored, so its length is limited.
const LONGEST_ID: usize = 200;

/// The report's id, if one of these keys signed it less than five minutes before or after now.
pub fn verify<'a>(keys: &[ReportKey], headers: &'a HeaderMap, body: &[u8], now: i64) -> Option<&'a str> {
    let id = single(headers, "webhook-id").filter(|id| (1..=LONGEST_ID).contains(&id.len()))?;
    let time = single(headers, "webhook-timestamp").filter(|time| is_number(time))?;
    let signatures: Vec<_> = single(headers, "webhook-signature")?
        .split(' ')
        // Others are ignored, so that nobody can choose a weaker scheme.
        .filter_map(|part| STANDARD.decode(part.strip_prefix("v1,")?).ok())
        .collect();
    let mut matches = false;
    for key in keys {
        for signature in &signatures {
            // All keys are tried, so that the time taken does not show which one matched.
            matches |= keyed(key, id, time, body).is_some_and(|mac| mac.verify_slice(signature).is_ok());
        }
    }
    let is_recent = now.abs_diff(time.parse().ok()?) <= TOLERANCE;
    (matches && is_recent).then_some(id)
}

/// The header, if it has exactly one value.
fn single<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let mut sent = headers.get_all(name).iter();
    match (sent.next(), sent.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

fn is_number(text: &str) -> bool {
    (1..=12).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn keyed(key: &ReportKey, id: &str, time: &str, body: &[u8]) -> Option<Hmac<Sha256>> {
    mac(key.bytes(), [id.as_bytes(), b".", time.as_bytes(), b".", body])
}

/// The signature header that a sender would send. For tests.
#[expect(clippy::missing_panics_doc, clippy::unwrap_used, reason = "for tests; a key of any length makes a code")]
pub fn sign(key: &ReportKey, id: &str, at: i64, body: &[u8]) -> String {
    let mac = keyed(key, id, &at.to_string(), body).unwrap();
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_by_the_specifications_example_is_accepted() {
        // The example of the reference libraries.
        let key = ReportKey::read("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let signed = sign(&key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, br#"{"test": 2432232314}"#);
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn a_signature_is_accepted_for_five_minutes_either_way() {
        const NOW: i64 = 1_800_000_000;
        let key = ReportKey::read("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        for (signed_at, expected) in
            [(NOW - 301, None), (NOW - 300, Some("a")), (NOW, Some("a")), (NOW + 300, Some("a")), (NOW + 301, None)]
        {
            let sent = [
                ("webhook-id", "a".to_owned()),
                ("webhook-timestamp", signed_at.to_string()),
                ("webhook-signature", sign(&key, "a", signed_at, b"{}")),
            ];
            let headers =
                sent.map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).into_iter().collect();
            assert_eq!(verify(std::slice::from_ref(&key), &headers, b"{}", NOW), expected, "signed at {signed_at}");
        }
    }
}
