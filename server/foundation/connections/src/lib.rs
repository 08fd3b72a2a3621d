//! Accepts connections, and limits them: how many there are, and how slow each may be. See the README.

mod address;
mod connection_limit;
mod serve;
#[cfg(test)]
mod slow;
mod slow_client;

pub use address::limited_as;
pub use serve::{Limits, serve};
pub use slow_client::Pace;
