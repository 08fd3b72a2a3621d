//! The clinic's consent templates, and the consents issued to patients. An issued consent has a frozen text behind a secret
//! link, which can be replaced or revoked. The patient signs or declines it, and the staff read it with its history.

mod api;
mod counts;
mod electronic_records;
mod events;
mod export;
mod history;
mod in_time;
mod issue;
mod keep_version;
mod link;
mod masked;
mod needed;
mod opened;
mod reminder;
mod resend;
mod sanitize;
pub mod sql;
mod status;
mod template_preview;
mod template_versions;
mod templates;
mod timeline;
mod waiting;
mod withdraw;

pub use counts::{count_pending, count_signed};
pub use electronic_records::{ElectronicRecords, act_of, is_act, is_notice, notice_of};
pub use events::{NewEvent, SentTo, audited, commit_sent, has_event, note_expired};
pub use history::{ConsentEvent, events as history_of};
pub use link::{CONSENT_LINK_INVALID, still_open};
pub use masked::masked;
pub use needed::require_signed;
pub use sanitize::{accepted, accepted_name, sanitize, sanitized_one};
pub use timeline::ConsentEntry;
pub use waiting::{new_link, new_links, undecided};

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;
use outbox::Jobs;

pub fn routes() -> OpenApiRouter<App> {
    templates::routes()
        .merge(template_preview::routes())
        .merge(template_versions::routes())
        .merge(api::routes())
        .merge(needed::routes())
        .merge(opened::routes())
        .merge(resend::routes())
        .merge(export::routes())
        .merge(withdraw::routes())
}

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<reminder::ConsentReminder>()
}
