//! Follow-ups: some days after a visit a member asks the patient how it went, and ticks it off. A follow-up is created when a
//! visit is completed, if its service or the clinic sets the number of days.

mod api;
mod change;
mod create;
mod with_names;

pub use create::note_completion;

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(change::routes())
}
