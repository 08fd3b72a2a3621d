//! The calls of the platform's own host: signing up a clinic, and finding one whose address was forgotten.

mod address;
mod api;
mod find;
pub mod limit;
pub mod open;
mod search;

pub use find::answer_finds;
pub use limit::forget_sign_ups;

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(open::routes()).merge(find::routes())
}
