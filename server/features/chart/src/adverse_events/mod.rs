//! Adverse events: what went wrong with a patient, who was told, and how it ended. Reports and their entries are evidence: they are
//! added and never changed.

mod entries;
mod jobs;
mod list;
mod of_patient;
mod report;
mod sql;
mod timeline;
mod today;
mod wire;
mod words;

pub use jobs::jobs;
pub use of_patient::{newest, open_of};
pub use sql::{count_ongoing, has_open_event};
pub use timeline::EventEntry;
pub use today::{AdverseEventToSee, to_see};
pub(crate) use wire::{AdverseEvent, ListedAdverseEvent};
pub use words::{kind_in_words, severity_in_words, status_in_words};

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    list::routes().merge(of_patient::routes()).merge(report::routes()).merge(entries::routes())
}
