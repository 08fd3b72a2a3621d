//! The module Exam clearance: a prescriber signs an exam and decides for each service whether the patient may have it, and until
//! when. While the module is on, a treatment needs a clearance for its service. If a patient reports a change since the exam, every
//! clearance is suspended until a later exam is signed. The reasons are in decision 23.

mod api;
mod changes;
mod gate;
mod patient_clearance;
mod prescriber;
mod query_columns;
mod settings;
mod sign;
mod status;
mod timeline;
mod waiting;
mod wire;

pub use changes::chart_entries;
pub use gate::require_cleared;
pub use prescriber::{License, LicenseProblem};
pub use query_columns::{ClearanceColumns, newest_change, newest_decision, newest_unsigned};
pub use timeline::ChangeEntry;
pub use waiting::{ExamToSign, exams_to_sign, unsigned_charts};

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(changes::routes()).merge(settings::routes())
}
