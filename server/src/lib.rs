//! Celadon's server: the router and the jobs of all features, for the binary `celadon` and for the tests over HTTP.
//!
//! # The map
//!
//! The server is divided into crates, and each uses only crates below it:
//!
//! | Crates | What is there |
//! |---|---|
//! | `server` | [`app`], and in the binary `cli`, the commands that an operator types |
//! | [`operations`] | one clinic or all of them as a whole: provisioning, export, move, sign-up, support, the demo |
//! | `features/` | what clinics use, a crate for each subject |
//! | `foundation/` | what every feature uses |
//!
//! # A request
//!
//! 1. [`http_api`] accepts the connection, finds the clinic by the host, and applies limits and the check of the origin.
//! 2. [`tenancy::Ctx`] authenticates the member, checks the permission in the handler's signature, and opens a transaction as
//!    the clinic's own database role. Only this transaction reaches the clinic's tables.
//! 3. The handler, in a file of its feature called `api.rs`, parses the body into field types, calls one rule, and answers.
//! 4. [`tenancy::Ctx::done`] writes the audit row and commits. The [`tenancy::Done`] it returns is the only way to answer.
//!
//! # Where to begin
//!
//! `server/README.md` lists the crates, the rules and the places of a new call, `server/docs/contributing.md` how to run one test,
//! `server/docs/decisions/` the reasons for the main decisions.

/// The router: every feature's routes in one list.
pub mod app;
