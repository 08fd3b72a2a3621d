//! Consents: the clinic's templates, and each consent as it was issued to a patient: frozen, behind a secret
//! link that can be replaced or revoked, signed or declined by the patient, and read by the staff with its history.

mod api;
mod electronic_records;
mod events;
mod export;
mod history;
mod issue;
mod keep_version;
mod link;
mod masked;
mod needed;
mod opened;
mod reminder;
mod resend;
mod sanitize;
mod sql;
mod status;
mod template_versions;
mod templates;
#[cfg(test)]
mod tests;
mod waiting;

pub use electronic_records::{ElectronicRecords, act_of, is_act, is_notice, notice_of};
pub use events::{NewEvent, audited, commit_sent, has_event, note_expired};
pub use history::{ConsentEvent, events as history_of};
pub use link::still_open;
pub use masked::masked;
pub use needed::require_signed;
pub use sanitize::{accepted, sanitize, sanitized_one};
use utoipa_axum::router::OpenApiRouter;
pub use waiting::{new_link, new_links, undecided};

use crate::foundation::{jobs::Jobs, state::App};

pub fn routes() -> OpenApiRouter<App> {
    templates::routes()
        .merge(template_versions::routes())
        .merge(api::routes())
        .merge(needed::routes())
        .merge(opened::routes())
        .merge(resend::routes())
        .merge(export::routes())
}

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<reminder::ConsentReminder>()
}
