//! Secrets: hashing passwords behind a bounded queue, and sealing what only the server may read.

pub mod password;
mod sealed;
pub mod totp;

pub use sealed::Seal;
