//! Two invented clinics with believable people and charts, so that a first start shows the product at work.
//!
//! Nobody in here exists: mail goes to example.com and telephone numbers are of the range kept for fiction. Dates are
//! relative to the day of seeding, so that the schedule is always around today.

mod aurelle;
mod aurelle_charts;
mod aurelle_newcomers;
mod harborline;
mod letters;
pub mod people;
mod seed;
pub mod signature;

pub use seed::{PASSWORD, SignIn, make};

#[cfg(test)]
mod tests;
