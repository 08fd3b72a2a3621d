//! Billing, tested through the API and the stand-in.

mod card_on_file;
mod contract;
mod faults;
mod flow;
mod inbox;
mod limits;
mod log;
mod model;
mod notices;
mod random_events;
mod setup;
mod stripe_clinic;
mod vectors;
