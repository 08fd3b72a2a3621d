//! The activity log and undelivered mails, over HTTP.

mod log;
