//! The same person twice: who may be a patient already, and which patients may be one person. Why pairs are found
//! with `pg_trgm`: `docs/decisions/12-similar-names.md`.

mod bulk;
mod check;
mod likeness;
mod pairs;
mod search;
mod sql;
#[cfg(test)]
mod tests;

pub use bulk::{likely_patients, same_rows};
pub use likeness::{Likeness, Person};
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    check::routes().merge(pairs::routes())
}
