//! Secrets: hashing passwords behind a bounded queue, tokens, keyed hashes, and encrypting what only the server may read.

mod aead;
pub mod derived_token;
mod mac;
pub mod password;
mod seal;
pub mod token;
pub mod totp;

pub use mac::{keyed_hash, mac};
pub use seal::Seal;
