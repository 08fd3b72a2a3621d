//! Stripe's signature over a webhook (docs.stripe.com/webhooks, "Verify manually"): HMAC-SHA256 of
//! the time, a dot and the raw body.
//!
//! The crate's own check is not used: it accepts an empty secret, and its parser loses a whole event over one missing
//! field.

use hmac::{Hmac, Mac};
use sha2::Sha256;

use config::stripe_keys::Secret;
use crypto::mac;

/// How far the signature's time may be from ours, in seconds, either way. An old signature is a replay; a future one
/// is for a later replay.
const TOLERANCE: i64 = 300;

/// Why a signature was refused. Only the log holds the reason, not the response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    #[error("the signature's header is malformed")]
    Malformed,
    #[error("no signature matches")]
    Mismatch,
    #[error("the signature's time is too far from ours")]
    Stale,
}

/// Checks the header against the raw body, with every secret and every signature, because there are several of both
/// during a rotation.
///
/// Fails when none matches, or the signed time is more than five minutes away.
pub fn verify(body: &[u8], header: &str, secrets: &[Secret], now: i64) -> Result<(), SignatureError> {
    let (time, signatures) = read(header)?;
    let signed_at: i64 = time.parse().map_err(|_| SignatureError::Malformed)?;
    let mut matches = false;
    for secret in secrets.iter().filter(|secret| !secret.reveal().is_empty()) {
        for signature in &signatures {
            // All pairs are tried, so that the time taken does not show which pair matched.
            matches |= keyed(secret, time, body).is_some_and(|mac| mac.verify_slice(signature).is_ok());
        }
    }
    if !matches {
        return Err(SignatureError::Mismatch);
    }
    if now.abs_diff(signed_at) > TOLERANCE.unsigned_abs() { Err(SignatureError::Stale) } else { Ok(()) }
}

/// The header that Stripe would send. For tests.
#[expect(clippy::missing_panics_doc, clippy::unwrap_used, reason = "for tests; a key of any length makes a code")]
pub fn sign(body: &[u8], secret: &Secret, at: i64) -> String {
    let mac = keyed(secret, &at.to_string(), body).unwrap();
    format!("t={at},v1={}", hex::encode(mac.finalize().into_bytes()))
}

fn keyed(secret: &Secret, time: &str, body: &[u8]) -> Option<Hmac<Sha256>> {
    mac(secret.reveal().as_bytes(), [time.as_bytes(), b".", body])
}

/// The signed time, and the signatures of the only accepted scheme. Other schemes (`v0`) are ignored, so that nobody
/// can choose a weaker scheme.
fn read(header: &str) -> Result<(&str, Vec<[u8; 32]>), SignatureError> {
    let mut time = None;
    let mut signatures = Vec::new();
    for part in header.split(',') {
        match part.trim().split_once('=') {
            Some(("t", value)) if time.is_none() && is_number(value) => time = Some(value),
            Some(("t", _)) => return Err(SignatureError::Malformed),
            Some(("v1", value)) => signatures.extend(lower_hex(value)),
            _ => {}
        }
    }
    match time {
        Some(time) if !signatures.is_empty() => Ok((time, signatures)),
        _ => Err(SignatureError::Malformed),
    }
}

fn is_number(text: &str) -> bool {
    (1..=12).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn lower_hex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    let lower = text.bytes().all(|byte| !byte.is_ascii_uppercase());
    (lower && hex::decode_to_slice(text, &mut bytes).is_ok()).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NOW: i64 = 1_800_000_000;

    fn secret() -> Secret {
        Secret::new("whsec_test_secret")
    }

    #[test]
    fn a_signature_by_the_official_library_is_accepted() {
        // stripe 23.1.0: webhooks.generateTestHeaderString({ payload, secret, timestamp }).
        let body = br#"{"id":"evt_1","object":"event"}"#;
        let header = sign(body, &secret(), NOW);
        assert!(header.starts_with("t=1800000000,v1="));
        assert_eq!(verify(body, &header, &[secret()], NOW), Ok(()));
    }

    #[test]
    fn forged_old_or_malformed_signatures_are_refused() {
        let body = b"{}";
        let good = sign(body, &secret(), NOW);
        let v1 = good.split_once(',').unwrap().1;
        let check = |header: &str, now| verify(body, header, &[secret()], now);
        assert_eq!(verify(b"{ }", &good, &[secret()], NOW), Err(SignatureError::Mismatch));
        assert_eq!(verify(body, &good, &[Secret::new("whsec_other")], NOW), Err(SignatureError::Mismatch));
        assert_eq!(verify(body, &good, &[], NOW), Err(SignatureError::Mismatch));
        for header in ["", "t=1800000000", v1, "t=x,v1=00", "t=1800000000,v1=zz", "t=+1800000000,v1=00"] {
            assert_eq!(check(header, NOW), Err(SignatureError::Malformed), "{header}");
        }
        assert_eq!(check(&good.replace("v1=", "v0="), NOW), Err(SignatureError::Malformed));
        assert_eq!(check(&format!("t=1,{good}"), NOW), Err(SignatureError::Malformed));
        for (now, expected) in [
            (NOW + 300, Ok(())),
            (NOW - 300, Ok(())),
            (NOW + 301, Err(SignatureError::Stale)),
            (NOW - 301, Err(SignatureError::Stale)),
        ] {
            assert_eq!(check(&good, now), expected);
        }
    }

    #[test]
    fn an_empty_secret_verifies_nothing() {
        let empty = Secret::new("");
        let header = sign(b"{}", &empty, NOW);
        assert_eq!(verify(b"{}", &header, &[empty], NOW), Err(SignatureError::Mismatch));
    }

    #[test]
    fn during_rotation_a_signature_by_either_secret_is_accepted() {
        let (old, new) = (Secret::new("whsec_old"), Secret::new("whsec_new"));
        let with_old = sign(b"{}", &old, NOW);
        let with_new = sign(b"{}", &new, NOW);
        let both = format!("{with_old},{}", with_new.split_once(',').unwrap().1);
        for secrets in [vec![old.clone(), new.clone()], vec![new.clone(), old.clone()]] {
            assert_eq!(verify(b"{}", &with_old, &secrets, NOW), Ok(()));
            assert_eq!(verify(b"{}", &with_new, &secrets, NOW), Ok(()));
        }
        for secrets in [[old], [new]] {
            assert_eq!(verify(b"{}", &both, &secrets, NOW), Ok(()));
        }
    }

    #[test]
    fn a_secret_is_not_printed() {
        assert_eq!(format!("{:?}", secret()), "Secret");
    }

    proptest! {
        /// A signature is refused after any change of the body, the secret or the time.
        #[test]
        fn one_flipped_bit_anywhere_is_refused(
            body in proptest::collection::vec(any::<u8>(), 1..200), at in 0..10_000usize, bit in 0..8u8,
        ) {
            let header = sign(&body, &secret(), NOW);
            prop_assert_eq!(verify(&body, &header, &[secret()], NOW), Ok(()));
            let mut other = body.clone();
            other[at % body.len()] ^= 1 << bit;
            prop_assert!(verify(&other, &header, &[secret()], NOW).is_err());
            let mut bytes = header.into_bytes();
            let place = at % bytes.len();
            bytes[place] ^= 1 << bit;
            if let Ok(flipped) = String::from_utf8(bytes) {
                prop_assert!(verify(&body, &flipped, &[secret()], NOW).is_err(), "{}", flipped);
            }
        }

        #[test]
        fn no_signature_header_causes_a_panic(header in ".{0,200}", body in proptest::collection::vec(any::<u8>(), 0..50)) {
            prop_assert!(verify(&body, &header, &[secret()], NOW).is_err());
        }
    }
}
