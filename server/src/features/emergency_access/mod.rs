//! Emergency access (45 CFR 164.312(a)(2)(ii)): a member whose role does not open clinical records reads one patient's for an
//! hour, with a reason. The Medical Directors are told at once, each reading is in the audit, and one of them says afterwards
//! whether it was justified. It is a call of its own that only reads: no permission grows.

mod api;
mod assess;
mod jobs;
mod list;
mod open;
mod record;
#[cfg(test)]
mod tests;

pub use jobs::jobs;
pub use list::{AccessToAssess, to_assess};
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(record::routes()).merge(list::routes()).merge(assess::routes())
}
