//! A local stand-in for the part of Stripe that Celadon uses: for the demo without keys, and for tests.
//!
//! It takes no card data and moves no money. It listens on this machine only and accepts no live keys. It
//! refuses what it does not implement (404, `parameter_unknown`), so that a call which Stripe would refuse
//! fails here too.
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! use stripe_standin::{Card, Settings, Standin};
//! let stripe = Standin::start(Settings { catalog: true, ..Settings::default() }).await?;
//! // The server under test speaks to stripe.url() with stripe.secret_key(); then:
//! let session = stripe.objects("checkout.session").remove(0);
//! stripe.pay(session["id"].as_str().unwrap_or_default(), Card::Works).ok();
//! stripe.advance_days(15);
//! stripe.settled().await;
//! # Ok(()) }
//! ```

// The objects of Stripe are long literals.
#![recursion_limit = "512"]

mod api;
mod attempt;
mod begin;
mod calendar;
mod card;
mod catalog;
mod chaos;
mod delivery;
mod handle;
mod keep;
mod lifecycle;
mod objects;
mod pages;
mod problem;
mod settings;
mod shared;
mod signature;
#[cfg(test)]
mod tests;
mod transaction;
mod world;

pub use api::Request;
pub use attempt::{Attempt, Delivery};
pub use card::Card;
pub use chaos::{Chaos, Failure};
pub use handle::Standin;
pub use problem::Problem;
pub use settings::{Settings, WallClock, Webhook};
pub use signature::sign;

/// The version of Stripe's API that the answers and events follow: the one async-stripe asks for.
pub const API_VERSION: &str = "2026-09-30.endive";
