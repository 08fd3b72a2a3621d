//! The runner and the wall on a real Postgres. Each test has a database and roles of its own, and
//! drops them at its end.

mod catalog;
mod crashes;
mod database;
mod locks;
mod raising;
mod registry;
mod runs;
mod wall;
