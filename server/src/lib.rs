//! Celadon's server: the gateway, the API, the jobs and the commands.
//!
//! Four floors, and imports point only downwards (`scripts/floors.test.mjs`): `cli` (in the binary) uses
//! [`operations`], which use [`features`], which use [`foundation`]. [`app`] puts them together.

/// The router: every feature's routes in one list.
pub mod app;
pub mod features;
pub mod foundation;
pub mod operations;
/// A clinic of its own for each test.
#[cfg(test)]
mod testing;
