//! Appointments: booked in the clinic's own time. A provider is never booked twice at once unless
//! somebody says so, and what is unusual is asked about, where the client wants it asked.

mod api;
mod booking;
mod slot;
#[cfg(test)]
mod tests;
mod unusual;

pub use api::routes;
pub use booking::start_of;

const PROVIDER_IS_TAKEN: &str = "This provider has another appointment at that time.";
