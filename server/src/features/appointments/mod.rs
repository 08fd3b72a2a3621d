//! Appointments, in the clinic's own time zone. A provider is never double-booked without `allow_overlap`, and
//! unusual bookings are confirmed first if the client asks for that.

mod api;
mod booking;
mod slot;
#[cfg(test)]
mod tests;
mod unusual;

pub use api::routes;
pub use booking::start_of;

const PROVIDER_IS_TAKEN: &str = "This provider has another appointment at that time.";
