//! The directors' review: the charts that wait with what each is complete in, one chart whole, returning it to its provider,
//! approving several at once, the share that is reviewed, directors who are away, and how punctual providers are.

mod absences;
mod approvals;
mod chart;
mod jobs;
mod mark;
mod punctuality;
mod queue;
mod returns;
mod seen;
mod settings;
mod settled;
mod sql;
mod states;
#[cfg(test)]
mod tests;
mod wire;

pub use jobs::jobs;
pub use mark::move_review_mark;
pub use states::{ReturnedToYou, returned_to};
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    queue::routes()
        .merge(chart::routes())
        .merge(returns::routes())
        .merge(approvals::routes())
        .merge(states::routes())
        .merge(settings::routes())
        .merge(absences::routes())
        .merge(punctuality::routes())
        .merge(settled::routes())
}
