//! Messages to patients about their visits: booked, moved, canceled, reminders, aftercare and recalls. A clinic switches them on
//! and may use its own texts. A change of an appointment enqueues a job in its own transaction; the job plans from the present
//! state which messages are sent and when, and sends them. No message names a treatment, except a clinic's own aftercare text.

mod after_treatments;
mod changes;
mod consent_text;
mod current;
mod discreet;
mod failed;
mod forms;
mod inbound;
mod job;
mod keywords;
mod list;
mod mail_stops;
pub mod mail_webhook;
mod notification_preview;
mod open_forms;
mod plan;
mod planned;
mod preferences;
mod reachability;
mod recall_rule;
mod recalls;
mod send;
mod send_again;
mod series;
mod service_api;
mod service_rules;
mod settings;
mod settings_api;
mod settings_change;
mod shared_texts;
mod template_api;
mod templates;
pub mod text_webhook;
mod texts;
mod timeline;
mod times;
mod treatment_messages;

pub use after_treatments::note_treatment;
pub use changes::{AnnouncedStart, mark_as_announced, note_bookings, note_change, note_completion, note_urgent_change};
pub use failed::{MessageToSee, failed};
pub use forms::remind_of_forms;
pub use inbound::{InboundText, inbound_texts};
pub use mail_webhook::{MailReports, platform_routes};
pub use notification_preview::{Outlook, outlook};
pub use recalls::send_recalls;
pub use send::visit_link;
pub(crate) use service_rules::follow_up_days;
pub use settings::are_on;
pub use settings_change::switch_on;
pub use text_webhook::address as text_callback;
pub use texts::{SendError, Texter};
pub use timeline::MessageEntry;

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;
use outbox::Jobs;

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
        .merge(inbound::routes())
}

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<job::VisitMessages>()
        .with::<forms::FormReminder>()
        .with::<consent_text::ConsentText>()
        .with::<after_treatments::TreatmentAftercare>()
        .with::<settings_change::PlanVisits>()
        .with::<shared_texts::SharedTexts>()
}
