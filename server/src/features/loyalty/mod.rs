//! The points program: what a service earns, and what each patient has earned.

mod api;
mod ledger;
#[cfg(test)]
mod tests;

pub use api::routes;
pub use ledger::earned;
