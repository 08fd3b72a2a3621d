//! What every feature uses: access to a clinic's data, HTTP, identity, permissions, the audit, jobs and
//! configuration. Nothing here imports a feature.

pub mod audit;
pub mod auth;
/// The only place that reads the system's time.
pub mod clock;
pub mod config;
/// The name of a copy: `Filler (copy)`.
mod copied_name;
pub mod crypto;
/// How dates and times are written for people.
pub mod date_format;
pub mod db_rate_limit;
pub mod error;
pub mod evidence;
pub mod http;
/// Visits as files for calendar programs.
pub mod ics;
pub mod jobs;
/// Which instant a local time begins at.
pub mod local_time;
/// Mail, by SMTP or into a folder.
pub mod mail;
/// Health and readiness for the operator.
pub mod ops;
/// Who may do what: permissions.csv, and a type for each permission.
pub mod permission;
/// Phone numbers by their digits.
pub mod phone;
/// QR codes, drawn by the page from a path.
pub mod qr;
/// A row of settings, which is stored when it is first changed.
pub mod settings_row;
/// What handlers and jobs share.
pub mod state;
/// The answer to a request that was made before with the same `Idempotency-Key`.
pub mod stored_response;
pub mod telemetry;
/// How many versions of a template are saved and listed.
pub mod template_versions;
pub mod tenancy;

pub use copied_name::copied_name;
