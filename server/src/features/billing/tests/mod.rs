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
mod setup;
mod shop;
mod storm;
mod vectors;
