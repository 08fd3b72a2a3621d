//! Tokens that are credentials: of a link, a device, a hand-over. The holder has the text, and the database has a hash of it.

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

/// Whether a text has the form of a token: 32 bytes in base64url.
pub fn is_token(text: &str) -> bool {
    text.len() == 43 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// The hash that the database stores of a token. Nobody can guess 256 bits, so a fast hash is enough.
pub fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// The hash of a token from a caller. `None` if the text has not the form of our tokens, so that no query is needed.
pub fn checked_hash(text: &str) -> Option<[u8; 32]> {
    is_token(text).then(|| hash(text))
}

#[cfg(test)]
mod tests {
    use super::{checked_hash, hash, random};

    #[test]
    fn only_a_text_in_the_form_of_a_token_has_a_hash() {
        let token = random();
        assert_eq!(checked_hash(&token), Some(hash(&token)));
        let other = |letter: &str| format!("{}{letter}", &token[1..]);
        assert!(checked_hash(&other("-")).is_some() && checked_hash(&other("_")).is_some());
        for wrong in ["", &token[1..], &format!("{token}a"), &other("+"), &other("/"), &other("=")] {
            assert_eq!(checked_hash(wrong), None, "{wrong}");
        }
        // 43 bytes, but fewer than 43 letters.
        assert_eq!(checked_hash(&format!("{}é", &token[2..])), None);
    }
}
