//! The pages on which a patient reads and signs or declines a consent, or answers about a visit. They are reached only by a
//! secret link: no sign-in, no cookie.

mod api;
mod copy;
mod decline;
mod estimate;
mod relation;
mod represented;
mod visit;
mod visit_move;

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes()
        .merge(decline::routes())
        .merge(copy::routes())
        .merge(visit::routes())
        .merge(visit_move::routes())
        .merge(estimate::routes())
}
