//! The module Services: the clinic's own catalogue of services, with how long each takes, what it costs, who performs it
//! and what it needs. Every call is refused while the module is off.

mod api;
mod born;
mod change;
mod lifecycle;
mod rules;
#[cfg(test)]
mod tests;
mod wire;

pub use born::first_catalogue;
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(change::routes()).merge(lifecycle::routes())
}
