//! Operations on whole clinics: signing up, provisioning, moving and deleting, placements, restoring, support, and the demo.

pub mod clinic_ops;
pub mod demo;
pub mod fleet;
pub mod jobs;
pub mod placements;
pub mod provisioning;
pub mod restored;
pub mod sign_up;
pub mod support;
pub mod verification;
