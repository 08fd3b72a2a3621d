//! Recalls: patients for whom it is time for the next visit of a service, because the last completed one is as many weeks ago
//! as the service says and no further one is booked. They are listed, and reminded once by mail.

mod api;
mod due;
mod sql;

pub use due::send_recalls;
pub(super) use due::{due_at, is_wanted};
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    api::routes()
}
