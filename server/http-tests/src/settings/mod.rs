//! The clinic's settings and its modules over HTTP.

mod change;
mod modules;
mod suspension;
mod values;
mod versions;
