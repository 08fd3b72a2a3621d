//! The points program: what a service earns, and each patient's balance.

mod api;
mod ledger;
#[cfg(test)]
mod tests;

pub use api::routes;
pub use ledger::earned;
