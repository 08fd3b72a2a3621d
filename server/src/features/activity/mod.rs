//! The activity log: who did what with whose data, by filter and as a file, and the mails that could not be sent.

mod api;
mod entries;
mod export;
mod field_changes;
mod merged_periods;
mod people;
mod phrases;
#[cfg(test)]
mod tests;
mod undelivered;

#[cfg(test)]
pub use phrases::ActionGroup;
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(field_changes::routes()).merge(undelivered::routes())
}
