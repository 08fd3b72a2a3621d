//! Records as documents: each prints as its PDF. A program of its own (`server/documents`) sets one document at a time for
//! the worker, within limits of time and memory. What it made is kept for an hour, encrypted, for whoever asked.
//! Everything about one patient is handed out as a ZIP in the same way (45 CFR 164.524), which is kept for a day.

mod api;
mod bundle;
mod content;
mod copy;
mod export_job;
mod exports;
mod job;
mod kind;
mod paper;
#[cfg(test)]
mod planted;
mod program;
mod store;
#[cfg(test)]
mod tests;

pub use api::headers;
pub use copy::{MakeConsentCopy, OFFERED, copy_of, queue_missing_copies};
pub use job::set;
#[cfg(test)]
pub use planted::plant_documents;
pub use program::Program;
pub use store::forget_documents;
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::{jobs::Jobs, state::App};

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(exports::routes()).merge(copy::routes())
}

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<job::PrintDocument>()
        .with::<export_job::ExportPatient>()
        .with::<MakeConsentCopy>()
        .with::<copy::ConsentCopyNotice>()
        .with::<copy::MakeSignedCopy>()
}
