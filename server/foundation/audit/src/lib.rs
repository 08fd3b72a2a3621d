//! The audit as evidence: seals its rows into a hash chain and verifies the chain. `tenancy` writes the rows; `practice::activity` shows them.

mod checkpoint;
pub mod ids;
mod row;
pub mod seal;
mod signed;
pub mod sql;
mod verify;

pub use checkpoint::{StoredCheckpoint, store_checkpoint, stored_checkpoint};
pub use seal::{Head, seal};
pub use signed::signed_rows;
pub use verify::{Checkpoint, Finding, Reading, Report, Verified, verify, verify_after};
