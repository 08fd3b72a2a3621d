//! The registry's migrations, a clinic's migrations, role isolation, and the runner that brings every clinic up to
//! date.
//!
//! This crate uses neither the entities nor the server, because a migration must not change when they do.

mod before;
pub mod clinic;
pub mod fleet;
pub mod grants;
mod history;
pub mod registry;
pub mod role_isolation;
pub mod sql;
