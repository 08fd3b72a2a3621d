//! One clinic or all of them as a whole: signing up, provisioning, moving and deleting, support, and the demo.

pub mod clinic_ops;
pub mod demo;
pub mod fleet;
pub mod jobs;
pub mod provisioning;
pub(crate) mod sign_up;
pub mod support;
pub mod verification;
