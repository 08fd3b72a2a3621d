//! The calls of the platform's own host: signing up a clinic, and finding one whose address was forgotten.

mod address;
mod api;
mod find;
mod limit;
mod sign_up;
mod sql;
#[cfg(test)]
mod tests;

pub use find::answer_finds;
pub use limit::forget_sign_ups;
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(sign_up::routes()).merge(find::routes())
}
