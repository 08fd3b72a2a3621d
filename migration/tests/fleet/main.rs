//! The runner and role isolation on a real Postgres. Each test has its own database and roles, and drops them at its
//! end.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot be set up fails")]

mod catalog;
mod constraints;
mod crashes;
mod database;
mod evidence;
mod locks;
mod outside;
mod raising;
mod registry;
mod role_isolation;
mod runs;
mod waves;
