//! Secrets: hashed passwords, tokens, signed tokens, keyed hashes, and encryption of data that only the server may read.

mod aead;
pub mod derived_token;
pub mod jwt;
mod mac;
pub mod password;
mod seal;
pub mod token;
pub mod totp;

pub use mac::{keyed_hash, mac};
pub use seal::Seal;
