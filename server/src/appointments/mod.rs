//! Appointments: booked in the clinic's own time, a provider never twice at once unless somebody
//! says so.

mod api;
mod booking;
#[cfg(test)]
mod tests;

pub use api::routes;
pub use booking::start_of;
