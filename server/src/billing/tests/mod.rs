//! Billing, tried from outside.

mod contract;
mod faults;
mod flow;
mod inbox;
mod limits;
mod log;
mod model;
mod setup;
mod shop;
mod vectors;
