//! A patient's record as one page: the summary of its header, and the timeline of everything that was recorded.

mod cursor;
mod sql;
mod summary;
#[cfg(test)]
mod tests;
mod timeline;

use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    summary::routes().merge(timeline::routes())
}
