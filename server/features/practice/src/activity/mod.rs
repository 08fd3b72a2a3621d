//! The activity log: who did what with whose data, by filter and as a file, and the mails that could not be sent.

mod api;
mod daily_head;
pub mod entries;
mod export;
mod field_changes;
mod merged_periods;
mod people;
mod phrases;
mod undelivered;

pub use daily_head::publish_head;
pub use phrases::ActionGroup;

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;
use outbox::Jobs;

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<daily_head::AuditHeadMail>()
}

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(field_changes::routes()).merge(undelivered::routes())
}
