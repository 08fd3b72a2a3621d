//! Appointments, in the clinic's own time zone. A provider is never double-booked without `allow_overlap`, and
//! unusual bookings are confirmed first if the client asks for that.

mod api;
mod booking;
mod export;
mod slot;
#[cfg(test)]
mod tests;
mod unusual;

pub use booking::start_of;
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(export::routes())
}

const PROVIDER_IS_TAKEN: &str = "This provider has another appointment at that time.";
