//! Secrets: hashing passwords behind a bounded queue, tokens, and encrypting what only the server may read.

pub mod aead;
pub mod password;
mod sealed;
pub mod token;
pub mod totp;

pub use sealed::Seal;
