//! The waitlist: which patients want which service, with whom, and when. For a free time it finds the matching entries.

mod api;
mod change;
mod entries;
mod export;
mod matches;
mod offers;
mod wire;

pub use offers::{TimeToOffer, times_to_offer};

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(change::routes()).merge(matches::routes()).merge(export::routes())
}
