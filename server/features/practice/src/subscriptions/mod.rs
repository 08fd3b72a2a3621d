//! The clinic's own subscription to Celadon: the plans, the signed form, the list.

mod api;
mod dates;
mod export;
mod form;
mod history;
mod page;

pub use api::{Plan, offered_plans};

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(history::routes()).merge(export::routes())
}
