//! How the tables come to be: the registry's migrations, a clinic's migrations, role isolation
//! around them, and the runner that brings every clinic of the fleet up to date.
//!
//! Migrations are history: this crate knows neither the entities nor the server.

pub mod clinic;
pub mod fleet;
mod history;
pub mod registry;
pub mod role_isolation;
pub mod sql;
