//! The clinic's week as it is planned: working hours, days on which it is closed, times that are kept free, and its
//! rooms and devices. Booking and moving an appointment checks them.

mod api;
mod blocks;
mod closures;
mod hours;
mod resources;
#[cfg(test)]
mod tests;
mod times;
mod timetable;

pub use closures::closed_since;
pub use resources::{bookable, resource};
pub use times::instant;
#[cfg(test)]
pub use timetable::ClosedDays;
pub use timetable::{BlockedTime, Timetable};
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(hours::routes()).merge(closures::routes()).merge(blocks::routes()).merge(resources::routes())
}
