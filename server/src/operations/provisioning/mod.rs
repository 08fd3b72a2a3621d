//! Provisioning: makes a clinic with everything it needs on its first day, and keeps the warm pool of unclaimed
//! ones.

mod provision;
mod provisioner;
#[cfg(test)]
mod tests;

#[cfg(test)]
pub use provision::with_owner;
pub use provision::{add_owner, create, create_at, create_spare, defaults, owners_role_problem};
pub use provisioner::Provisioner;
