//! The clinic's own subscription to Celadon: the plans, the form as it was signed, the list.

mod api;
mod dates;
mod page;
#[cfg(test)]
mod tests;

pub use api::{Plan, offered_plans, routes};
