//! The clinic's own subscription to Celadon: the plans, the form as it was signed, the list.

mod api;
mod dates;
mod export;
mod history;
mod page;
#[cfg(test)]
mod tests;

pub use api::{Plan, offered_plans};
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(history::routes()).merge(export::routes())
}
