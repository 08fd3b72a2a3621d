//! When a clinic is open, what it sends to patients, and asking them how a visit went.

pub mod follow_ups;
pub mod messages;
pub mod schedule;
