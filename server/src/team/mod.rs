//! The people who work at a clinic: who they are, what they may do, and how they get in.

mod api;
mod changes;
mod rules;
#[cfg(test)]
mod tests;
mod wire;

pub use api::routes;
