//! The server's telemetry: its metrics, its traces, its log format, and how they are exported. The contract is
//! `infra/docs/telemetry.md`.

mod log_format;
mod metrics;
pub mod redact;
mod sender;
mod start;
mod trace;

pub use log_format::{json_lines, log_panic, logged};
pub use metrics::Metrics;
pub use start::{Settings, Telemetry};
pub use trace::{Caller, TraceIds, job_span, request_span, transaction_span};
