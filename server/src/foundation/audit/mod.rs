//! The audit as people read it and as evidence: who did what with whose data, by filter and as a file;
//! its rows are sealed into a chain, and the operator can find out whether it was tampered with. The rows themselves are written by `tenancy`.

mod ids;
mod row;
mod seal;
mod sql;
#[cfg(test)]
mod tests;
mod verify;

pub use seal::{Head, seal};
pub use verify::{Finding, Report, verify};
