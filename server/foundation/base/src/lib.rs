//! What every other crate uses: time and dates, names, phone numbers, permissions, errors. It opens no connection and enters no clinic.

/// The only place that reads the system's time.
pub mod clock;
/// How dates and times are written for people.
pub mod date_format;
pub mod db_rate_limit;
pub mod error;
/// Visits as files for calendar programs.
pub mod ics;
/// The instant of a local time.
pub mod local_time;
/// The folding of people's names.
pub mod names;
/// Permissions: permissions.csv, and a type for each permission.
pub mod permission;
/// Phone numbers by their digits.
pub mod phone;
/// QR codes, which the page draws from a path.
pub mod qr;
/// The answer to an earlier request with the same `Idempotency-Key`.
pub mod stored_response;
pub mod written_date;
