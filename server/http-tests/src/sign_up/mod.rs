//! Signing up and finding a forgotten clinic, over HTTP at the platform's own host.

mod availability;
mod cut;
mod find;
mod hosts;
mod limits;
mod opening;
mod sample;
mod search;
