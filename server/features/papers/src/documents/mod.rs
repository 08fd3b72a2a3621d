//! Prints records as PDFs. A separate program (`server/documents`) typesets one document at a time for the worker, within
//! limits of time and memory. The PDF is stored for an hour, encrypted, for the member who requested it.
//! Everything about one patient is handed out as a ZIP in the same way (45 CFR 164.524). The ZIP is stored for a day.

mod api;
pub mod content;
mod copy;
pub mod export_files;
pub mod export_job;
mod exports;
mod job;
pub mod kind;
mod letterhead;
mod program;
pub mod store;

pub use api::headers;
pub use copy::{MakeConsentCopy, OFFERED, bytes_of, copy_of, queue_missing_copies};
pub(crate) use job::set;
pub use program::Program;
pub use store::forget_documents;

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;
use outbox::Jobs;

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
