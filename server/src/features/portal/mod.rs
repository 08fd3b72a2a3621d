//! The pages on which a patient reads a consent and signs or declines it, or answers about a visit, reached only by a secret
//! link: no sign-in, no cookie.

mod api;
mod copy;
mod decline;
mod estimate;
mod signed_name;
mod sql;
#[cfg(test)]
mod tests;
mod visit;

use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(decline::routes()).merge(copy::routes()).merge(visit::routes()).merge(estimate::routes())
}
