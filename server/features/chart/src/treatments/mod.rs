//! Treatments: recorded and signed by a provider once an exam has cleared the patient; Pending until a director approves them. A
//! void treatment stays in the history and can no longer be approved.

pub mod api;
mod approval;
mod corrected;
mod kind;
mod page;
mod record;
mod returned;
mod sql;
mod team;
mod timeline;
mod unfinished;
mod wire;

pub(crate) use api::treatment_for;
pub use approval::{ApprovalRefusal, Approver, approve};
pub use kind::{with_units, with_volumes};
pub use returned::{last_return, returns};
pub use sql::{IS_SELECTED, LAST_RETURN, chart_version_in_text, is_open, is_selected, was_given_since, was_returned};
pub use team::Team;
pub use timeline::TreatmentEntry;
pub use unfinished::{chart_entries, returned_unanswered};
pub use wire::Treatment;

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(corrected::routes())
}
