//! Estimates as given to patients (45 CFR 149.610): the content that the law requires beside the specification's fields, what is
//! missing, and each issued version with its PDF, which never changes. An estimate is a draft, then issued, then superseded by
//! its next issued version, or void.

mod changes;
mod content;
mod document;
mod draft;
pub mod file;
mod gather;
mod issue;
mod issue_api;
mod issued;
pub mod legal;
mod links;
mod mail;
mod missing;
mod notice;
mod poster;
mod questions;
pub mod settings;
pub mod sql;
mod timeline;

pub use document::Document;
pub use file::{MakeEstimateFile, file_of};
pub use gather::assemble;
pub(crate) use questions::{OpenQuestions, open_questions};
pub use settings::reach;

use entity::{
    clinic::estimate_issue::{self, Column},
    ids::EstimateId,
};
use sea_orm::{ColumnTrait, QueryFilter};
pub use timeline::IssueEntry;
use utoipa_axum::router::OpenApiRouter;

use base::error::{Error, Result};
use http_api::state::App;
use outbox::Jobs;
use tenancy::ClinicTx;

pub fn routes() -> OpenApiRouter<App> {
    settings::routes()
        .merge(draft::routes())
        .merge(issue_api::routes())
        .merge(questions::routes())
        .merge(notice::routes())
        .merge(poster::routes())
}

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<file::MakeEstimateFile>().with::<poster::MakeEstimatePoster>().with::<mail::EstimateMail>()
}

/// One issued version.
///
/// # Errors
/// [`Error::NotFound`] if there is no such version.
async fn issued_version(tx: &ClinicTx, id: EstimateId, version: i32) -> Result<estimate_issue::Model> {
    let wanted = estimate_issue::Entity::of_estimate(id).filter(Column::Version.eq(version));
    wanted.one(tx).await?.ok_or(Error::NotFound)
}

/// The version of the draft's content; 0 while nothing was entered.
async fn content_version(tx: &ClinicTx, id: EstimateId) -> Result<i32> {
    Ok(gather::content_of(tx, id).await?.map_or(0, |content| content.version))
}

/// The PDF is made a moment after issuing.
pub fn file_not_ready() -> Error {
    Error::conflict("not_ready", "The PDF is being made. Please try again in a moment.")
}
