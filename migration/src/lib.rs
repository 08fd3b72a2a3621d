//! The registry's migrations, a clinic's migrations, the isolation of roles around them, and the runner that
//! brings every clinic up to date.
//!
//! This crate uses neither the entities nor the server: a migration must not change when they do.

pub mod clinic;
pub mod fleet;
mod history;
pub mod registry;
pub mod role_isolation;
pub mod sql;
