//! The clinic's plan: working hours, days on which it is closed, blocked times, and its rooms and devices. Booking and moving an
//! appointment checks them.

mod api;
mod blocks;
mod closures;
mod hours;
mod resources;
mod times;
mod timetable;

pub use closures::closed_since;
pub use resources::{bookable, resource};
pub use times::instant;
pub use timetable::ClosedDays;
pub use timetable::{BlockedTime, Timetable};

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(hours::routes()).merge(closures::routes()).merge(blocks::routes()).merge(resources::routes())
}
