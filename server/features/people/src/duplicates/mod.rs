//! Finds duplicates: people who may be a patient already, and patients who may be one person.
//! `docs/decisions/12-similar-names.md` says why the search uses `pg_trgm`.

mod bulk;
mod check;
mod likeness;
mod pairs;
mod search;
mod sql;

pub use bulk::{likely_patients, same_rows};
pub use likeness::{Likeness, Person};

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    check::routes().merge(pairs::routes())
}
