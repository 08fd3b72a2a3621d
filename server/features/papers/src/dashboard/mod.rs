//! The first page after signing in. It lists what needs the member's action, and each row links to the place for it.

mod api;
mod first_steps;

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(first_steps::routes())
}
