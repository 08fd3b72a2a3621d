//! Treatments: recorded and signed by a provider once an exam has cleared the patient; Pending until a director
//! approves them. A voided one stays in the history and can no longer be approved.

mod api;
mod approval;
mod corrected;
mod kind;
mod page;
mod record;
mod returned;
mod sql;
mod team;
#[cfg(test)]
mod tests;
mod wire;

pub use api::treatment_for;
pub use approval::{ApprovalRefusal, Approver, approve};
pub use returned::{last_return, returns};
pub use sql::{CHART_VERSION, IS_SELECTED};
pub use team::Team;
use utoipa_axum::router::OpenApiRouter;
pub use wire::Treatment;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(corrected::routes())
}
