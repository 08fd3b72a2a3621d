//! One clinic or all of them as a whole: signing up, provisioning, moving and deleting, placements, restoring, support, and the demo.

pub mod clinic_ops;
pub mod demo;
pub mod fleet;
pub mod jobs;
pub mod placements;
pub mod provisioning;
pub mod restored;
pub(crate) mod sign_up;
pub mod support;
pub mod verification;
