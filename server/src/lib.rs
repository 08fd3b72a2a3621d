//! Celadon's server: the gateway that serves clinics, the jobs behind it, and the commands of an operator.
//!
//! # The map
//!
//! Four floors, and imports point only downwards (`scripts/floors.test.mjs`):
//!
//! | Floor | What is there |
//! |---|---|
//! | `cli` (in the binary) | what an operator types |
//! | [`operations`] | one clinic or all of them as a whole: provisioning, export, move, sign-up, support, the demo |
//! | [`features`] | what clinics use, a folder each, under the names of the web app's folders |
//! | [`foundation`] | what every feature uses |
//!
//! [`app`] is between `cli` and the others: it puts the routes, the jobs and the state of every feature together.
//!
//! # A request
//!
//! 1. [`foundation::http`] accepts the connection, finds the clinic by the host, and applies limits and the check of the
//!    origin.
//! 2. [`foundation::tenancy::Ctx`] authenticates the member, checks the permission in the handler's signature, and opens a
//!    transaction as the clinic's own database role. Only this transaction reaches the clinic's tables.
//! 3. The handler, in a file of its feature called `api.rs`, parses the body into field types, calls one rule, and answers.
//! 4. [`foundation::tenancy::Ctx::done`] writes the audit row and commits. The [`foundation::tenancy::Done`] it returns is
//!    the only way to answer.
//!
//! # Where to begin
//!
//! `server/README.md` lists the rules and the places of a new call, `server/docs/contributing.md` how to run one test,
//! `server/docs/decisions/` the reasons for the main decisions.

/// The router: every feature's routes in one list.
pub mod app;
pub mod features;
pub mod foundation;
pub mod operations;
/// A clinic of its own for each test.
#[cfg(test)]
mod testing;
