//! The directors' review: the open charts and what each has, one complete chart, returning it to its provider, approving several
//! at once, the share that is reviewed, directors who are away, and the punctuality of providers.

mod absences;
mod approvals;
mod chart;
mod closed_charts;
mod jobs;
mod punctuality;
mod queue;
mod returns;
mod settings;
mod settled;
pub mod sql;
mod states;
mod viewed_versions;
mod watermark;
mod wire;

pub use jobs::jobs;
pub use states::missing_consents;
pub use states::{ReturnedToYou, returned_to};
pub use watermark::move_review_watermark;

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    queue::routes()
        .merge(chart::routes())
        .merge(returns::routes())
        .merge(approvals::routes())
        .merge(states::routes())
        .merge(settings::routes())
        .merge(absences::routes())
        .merge(punctuality::routes())
        .merge(closed_charts::routes())
}
