//! The activity log and undelivered mails, over HTTP.

mod field_changes;
mod log;
