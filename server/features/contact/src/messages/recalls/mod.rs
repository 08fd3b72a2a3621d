//! Recalls: patients whose next visit of a service is due, because the last completed one is as many weeks ago as the service
//! says and no later one is booked. They are listed, and reminded once by mail.

mod api;
mod due;
mod query;

pub use due::send_recalls;

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    api::routes()
}
