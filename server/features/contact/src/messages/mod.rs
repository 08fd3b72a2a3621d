//! Messages to patients about their visits: booked, moved, cancelled, reminders, aftercare and recalls. A clinic switches them on
//! and may use its own texts. A change of an appointment enqueues a job in its own transaction; the job plans from the present
//! state which messages are sent and when, and sends them. No message names a treatment, except a clinic's own aftercare text.

mod after_treatments;
mod changes;
mod consent_text;
mod current;
mod discreet;
mod failed;
mod forms;
mod job;
mod list;
mod mail_stops;
mod mail_webhook;
mod open_forms;
mod outlook;
mod plan;
mod planned;
mod preferences;
mod reach;
mod recalls;
mod send;
mod send_again;
mod series;
mod service_api;
mod service_rules;
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
pub use changes::{AnnouncedStart, mark_as_announced, note_bookings, note_change, note_completion};
pub use failed::{MessageToSee, failed};
pub use forms::remind_of_forms;
pub use mail_webhook::{MailReports, platform_routes};
pub use outlook::{Outlook, outlook};
pub use recalls::send_recalls;
pub use send::visit_link;
pub use service_rules::follow_up_days;
pub use settings::are_on;
pub use settings_change::switch_on;
pub use text_webhook::address as text_callback;
pub use texts::{SendError, Texter, international};
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::{jobs::Jobs, state::App};

pub fn routes() -> OpenApiRouter<App> {
    settings_api::routes()
        .merge(template_api::routes())
        .merge(service_api::routes())
        .merge(recalls::routes())
        .merge(send_again::routes())
        .merge(consent_text::routes())
        .merge(list::routes())
        .merge(preferences::routes())
        .merge(mail_stops::routes())
        .merge(text_webhook::routes())
}

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<job::VisitMessages>()
        .with::<forms::FormReminder>()
        .with::<consent_text::ConsentText>()
        .with::<after_treatments::TreatmentAftercare>()
        .with::<settings_change::PlanVisits>()
}
