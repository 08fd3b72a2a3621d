//! Messages to patients about their visits: booked, moved, cancelled, and reminders. A clinic switches them on and may use its
//! own words. A change of an appointment is noted in its own transaction; a job then plans from the present state what the
//! patient is to be told and when, and sends it. Nothing says what is treated.

mod changes;
mod failed;
mod job;
mod list;
mod outlook;
mod plan;
mod planned;
mod preferences;
mod send;
mod settings;
mod settings_api;
mod settings_change;
mod template_api;
mod templates;
#[cfg(test)]
mod tests;
mod text_webhook;
mod texts;
mod times;

pub use changes::{Known, note_as_told, note_change};
pub use failed::{FailedMessage, failed};
pub use outlook::{Outlook, outlook};
pub use texts::Texter;
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::{jobs::Jobs, state::App};

pub fn routes() -> OpenApiRouter<App> {
    settings_api::routes()
        .merge(template_api::routes())
        .merge(list::routes())
        .merge(preferences::routes())
        .merge(text_webhook::routes())
}

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<job::VisitMessages>().with::<settings_change::PlanVisits>()
}
