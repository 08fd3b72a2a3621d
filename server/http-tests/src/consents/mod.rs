//! Consents over HTTP: templates, issuing, signing, revoking, reminders.

mod events;
mod issue;
mod link;
mod needed;
mod opened;
mod status;
mod template_versions;
mod templates;
