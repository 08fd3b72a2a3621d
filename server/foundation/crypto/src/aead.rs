//! Encryption with a key, bound to a text: XChaCha20-Poly1305.

use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305, XNonce,
    aead::{Aead, Payload},
};

/// Random for each text, and stored before the ciphertext. 192 random bits do not repeat.
const NONCE: usize = 24;

/// The encrypted text. `None` if it is longer than the cipher allows (256 GiB).
pub fn encrypt(key: [u8; 32], bound_to: &str, text: &[u8]) -> Option<Vec<u8>> {
    let nonce: [u8; NONCE] = rand::random();
    let payload = Payload { msg: text, aad: bound_to.as_bytes() };
    let sealed = XChaCha20Poly1305::new(&key.into()).encrypt(&XNonce::from(nonce), payload).ok()?;
    Some([nonce.as_slice(), &sealed].concat())
}

/// The decrypted text. `None` if it was encrypted with another key, bound to another text, or altered.
pub fn decrypt(key: [u8; 32], bound_to: &str, sealed: &[u8]) -> Option<Vec<u8>> {
    let (nonce, sealed) = sealed.split_first_chunk::<NONCE>()?;
    let payload = Payload { msg: sealed, aad: bound_to.as_bytes() };
    XChaCha20Poly1305::new(&key.into()).decrypt(&XNonce::from(*nonce), payload).ok()
}
