//! What must never happen: a row of one clinic shown to another, whatever a client sends and however a request
//! ends.

mod concurrency;
mod connection_sharing;
mod enums;
mod hosts;
mod idempotency;
mod isolation;
mod matrix;
mod panic;
mod prepared_plans;
pub mod proxy;
mod refusals;
mod registry_listener;
mod role_isolation;
pub mod sweep;
mod trips;
mod unaudited;
mod years;
