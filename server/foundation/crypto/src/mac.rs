//! HMAC (RFC 2104).

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The code over these parts in order, with the hash that the caller names. Never `None`, because HMAC accepts a key of any length.
pub fn mac<M: Mac + KeyInit>(key: &[u8], parts: impl IntoIterator<Item: AsRef<[u8]>>) -> Option<M> {
    let mac = <M as KeyInit>::new_from_slice(key).ok()?;
    Some(parts.into_iter().fold(mac, |mac, part| mac.chain_update(part.as_ref())))
}

/// A hash that only the server can compute, so that the hashed value cannot be guessed: HMAC-SHA256.
pub fn keyed_hash(key: &[u8; 32], parts: impl IntoIterator<Item: AsRef<[u8]>>) -> Vec<u8> {
    mac::<Hmac<Sha256>>(key, parts).map(|mac| mac.finalize().into_bytes().to_vec()).unwrap_or_default()
}
