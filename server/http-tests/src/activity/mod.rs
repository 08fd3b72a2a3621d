//! The activity log and undelivered mails, over HTTP.

mod daily_head;
mod field_changes;
mod log;
