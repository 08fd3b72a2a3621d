//! The clinic's week as it is planned: working hours, days on which it is closed, times that are kept free, and its rooms
//! and devices. Appointments look at it when they are booked and moved.

mod api;
mod blocks;
mod closures;
mod hours;
mod planned;
mod resources;
#[cfg(test)]
mod tests;
mod times;

#[cfg(test)]
pub use planned::Closed;
pub use planned::{KeptFree, Planned};
pub use resources::{bookable, resource};
pub use times::instant;
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(hours::routes()).merge(closures::routes()).merge(blocks::routes()).merge(resources::routes())
}
