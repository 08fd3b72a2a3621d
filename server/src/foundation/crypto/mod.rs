//! Secrets: hashing passwords behind a bounded queue, and encrypting what only the server may read.

pub mod password;
mod sealed;
pub mod totp;

pub use sealed::Seal;
