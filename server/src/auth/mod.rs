//! Signing in and out. The specification shows no sign-in; there is one because these are medical
//! records (design 4).

mod account;
mod api;
mod session;
#[cfg(test)]
mod tests;

pub use session::end_all_of;
use utoipa_axum::router::OpenApiRouter;

use crate::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(account::routes())
}
