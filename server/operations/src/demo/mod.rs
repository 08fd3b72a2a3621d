//! Two invented clinics with realistic people and charts, so that a first start shows a product in use. On request, a
//! third one that clears service by service.
//!
//! The clinics are the TOML files in `data/`. Nobody in them exists: mail goes to example.com, and phone numbers are from
//! the range reserved for fiction. Days are relative to the day of seeding, so the schedule is always around today.
//! Members and patients are named by their full names.
//!
//! Each module here has the shape of its part of the files and writes it.

mod calendar;
mod clinic;
mod consents;
mod desk;
mod estimates;
mod exams;
mod make;
mod patients;
mod seed;
mod team;
mod treatments;
mod visits;

pub use make::{PASSWORD, SignIn, make};

#[cfg(test)]
mod tests;
