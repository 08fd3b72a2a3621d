//! Follow-ups: some days after a visit somebody asks the patient how it went, and ticks it off. One is created when a
//! visit is completed, if its service or the clinic sets after how many days.

mod api;
mod change;
mod create;
#[cfg(test)]
mod tests;
mod with_names;

pub use create::note_completion;
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(change::routes())
}
