//! The audit as evidence: seals its rows into a hash chain and verifies the chain. `tenancy` writes the rows;
//! `features/activity` shows them.

mod ids;
mod row;
mod seal;
mod sql;
#[cfg(test)]
mod tests;
mod verify;

pub use seal::{Head, seal};
pub use verify::{Finding, Report, verify};
