//! A patient's record as one page: the summary in its header, and the timeline of everything that was recorded. The features tell
//! both; the record asks for each in one statement.

mod cursor;
mod entries;
mod summary;
mod timeline;

pub use entries::{sources, statement};
use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    summary::routes().merge(timeline::routes())
}
