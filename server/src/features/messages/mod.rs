//! Messages to patients about their visits: booked, moved, cancelled, reminders, and after a visit what its service says and
//! that it is time for the next one. A clinic switches them on and may use its own words. A change of an appointment is noted in its own transaction; a job then plans from the present state what the
//! patient is to be told and when, and sends it. Nothing says what is treated, but for the text that a clinic itself sends after a visit.

mod after_treatments;
mod changes;
mod failed;
mod forms;
mod job;
mod list;
mod mail_stops;
mod mail_webhook;
mod of_service;
mod open_forms;
mod outlook;
mod plan;
mod planned;
mod preferences;
mod present;
mod reach;
mod recalls;
mod send;
mod send_again;
mod series;
mod service_api;
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
mod treated;

pub use after_treatments::note_treatment;
pub use changes::{Known, note_as_told, note_bookings, note_change, note_completion};
pub use failed::{MessageToSee, failed};
pub use forms::remind_of_forms;
pub use mail_webhook::{MailReports, platform_routes};
pub use of_service::follow_up_days;
pub use outlook::{Outlook, outlook};
pub use recalls::send_recalls;
pub use send::visit_link;
pub use text_webhook::address as text_callback;
pub use texts::{NotSent, Texter, international};
pub use times::{date_in_words, time_in_words, zone_in_words};
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::{jobs::Jobs, state::App};

pub fn routes() -> OpenApiRouter<App> {
    settings_api::routes()
        .merge(template_api::routes())
        .merge(service_api::routes())
        .merge(recalls::routes())
        .merge(send_again::routes())
        .merge(list::routes())
        .merge(preferences::routes())
        .merge(mail_stops::routes())
        .merge(text_webhook::routes())
}

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<job::VisitMessages>()
        .with::<forms::FormReminder>()
        .with::<after_treatments::TreatmentAftercare>()
        .with::<settings_change::PlanVisits>()
}
