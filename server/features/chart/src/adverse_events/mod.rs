//! Adverse events: what went wrong with a patient, who was told, and how it ended. The report and everything that is written about it
//! are evidence: they are added and never changed.

mod entries;
mod jobs;
mod list;
mod of_patient;
mod report;
mod sql;
#[cfg(test)]
mod tests;
mod today;
mod wire;
mod words;

pub use jobs::jobs;
pub use of_patient::newest;
pub use today::{AdverseEventToSee, to_see};
use utoipa_axum::router::OpenApiRouter;
pub use wire::AdverseEvent;
pub use words::{kind_in_words, severity_in_words, status_in_words};

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    list::routes().merge(of_patient::routes()).merge(report::routes()).merge(entries::routes())
}
