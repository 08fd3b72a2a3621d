//! The people who work at a clinic: who they are, what they may do, and their invitations.

mod access;
mod api;
mod booking;
mod changes;
mod confirmation;
mod export;
mod jobs;
mod licenses;
mod rules;
mod sponsor;
#[cfg(test)]
mod tests;
mod wire;

pub use api::routes;
pub use booking::everybody_bookable;
pub use changes::changes;
pub use jobs::jobs;
pub use licenses::remind_of_licenses;
