//! Who waits for a time: for which service, with whom, and when it would suit. A time that was freed finds those whom it fits.

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
