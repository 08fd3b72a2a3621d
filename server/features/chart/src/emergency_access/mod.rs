//! Emergency access (45 CFR 164.312(a)(2)(ii)): a member whose role does not open clinical records reads one patient's record for
//! an hour, with a reason. The Medical Directors are notified at once, each reading is in the audit, and later one of them
//! assesses whether it was justified. It is a separate call that only reads; no permission is added. An export of a whole record
//! by such a member counts as an emergency access.

mod api;
mod assess;
mod jobs;
mod list;
mod open;
mod record;

pub use jobs::jobs;
pub use list::{AccessToAssess, to_assess};
pub use open::note_export;

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(record::routes()).merge(list::routes()).merge(assess::routes())
}
