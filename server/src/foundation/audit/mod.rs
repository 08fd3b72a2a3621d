//! The audit as evidence: seals its rows into a hash chain and verifies the chain. `tenancy` writes the rows;
//! `features/activity` shows them.

mod ids;
mod mark;
mod row;
mod seal;
mod signed;
mod sql;
#[cfg(test)]
mod tests;
mod verify;

pub use mark::{KeptMark, keep_mark, kept_mark};
pub use seal::{Head, seal};
pub(in crate::foundation) use signed::signed_rows;
pub use verify::{Finding, Mark, Reading, Report, Verified, verify, verify_after};
