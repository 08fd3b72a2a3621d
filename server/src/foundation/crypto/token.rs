//! Tokens that are credentials: of a link, a device, a hand-over. Their holder has the text, the database a hash of it.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

/// 256 random bits as text that needs no escaping in an address or a cookie.
pub fn random() -> String {
    text(rand::random())
}

/// These 256 bits as a token.
pub fn text(bits: [u8; 32]) -> String {
    URL_SAFE_NO_PAD.encode(bits)
}

/// What the database stores of a token. A token has 256 bits nobody can guess, so a fast hash is enough.
pub fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}
