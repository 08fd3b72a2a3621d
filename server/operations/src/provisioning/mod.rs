//! Provisioning: makes a clinic with everything that it needs on its first day, and maintains the warm pool of
//! unclaimed clinics.

mod provision;
mod provisioner;

pub use provision::with_owner;
pub(crate) use provision::{add_owner, defaults};
pub use provision::{create, create_at, create_spare, owners_role_problem};
pub use provisioner::Provisioner;
