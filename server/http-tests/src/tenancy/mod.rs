//! Tests of the worst fault: a row of one clinic shown to another. It must never happen, whatever a client sends and however a request ends.

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
mod queries;
mod refusals;
mod registry_listener;
mod role_isolation;
mod server_version;
pub mod sweep;
mod trips;
mod unaudited;
mod years;
