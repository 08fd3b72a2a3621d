//! The clinic's settings and its modules over HTTP.

mod change;
mod modules;
mod settings;
mod suspension;
mod versions;
