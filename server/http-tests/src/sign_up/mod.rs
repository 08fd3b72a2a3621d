//! Signing up and finding a forgotten clinic, over HTTP at the platform's own host.

mod availability;
mod cut;
mod find;
mod hosts;
mod sample;
mod search;
mod sign_up;
