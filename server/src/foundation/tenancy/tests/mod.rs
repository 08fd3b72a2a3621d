//! What must never happen: a row of one clinic shown to another, whatever a client sends and however a request
//! ends.

mod hammer;
mod hearing;
mod hosts;
mod isolation;
mod matrix;
mod panic;
mod prepared_plans;
pub mod proxy;
mod refusals;
mod repeat;
mod role_isolation;
mod shares;
pub mod sweep;
mod trips;
mod unaudited;
mod words;
mod years;
