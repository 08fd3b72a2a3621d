//! The waitlist: who waits for which service, with whom, and when it would suit. For a freed time the entries that it
//! fits are found.

mod api;
mod change;
mod entries;
mod export;
mod matches;
mod offers;
#[cfg(test)]
mod tests;
mod wire;

pub use offers::{TimeToOffer, times_to_offer};
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(change::routes()).merge(matches::routes()).merge(export::routes())
}
