//! Two invented clinics, and on request a third one that clears service by service, with believable people and charts, so that a first start shows the product at work.
//!
//! Nobody here exists: mail goes to example.com and telephone numbers are from the range reserved for fiction.
//! Dates are relative to the day of seeding, so that the schedule is always around today.

mod aurelle;
mod calendar;
mod clearance;
mod desk;
mod estimates;
mod harborline;
mod letters;
pub mod people;
mod records;
mod sagebrook;
mod seed;
pub mod signature;
mod visits;

use people::DemoClinic;
pub use seed::{PASSWORD, SignIn, make};

/// The clinic that is made on request.
const CLEARING: &DemoClinic = &sagebrook::CLINIC;

/// The clinics that are always made, the larger one first.
const CLINICS: &[&DemoClinic] = &[&aurelle::CLINIC, &harborline::CLINIC];

#[cfg(test)]
mod tests;
