//! The module Exam clearance: a prescriber signs an exam and decides for each service whether the patient may have it, and until
//! when. While it is on, a treatment needs the clearance of its service; what a patient says has changed since the exam takes
//! every clearance back until an exam that was made later is signed. Why: decision 23.

mod api;
mod changes;
mod facts;
mod gate;
mod person;
mod prescriber;
mod settings;
mod sign;
mod status;
#[cfg(test)]
mod tests;
mod waiting;
mod wire;

pub use facts::{ClearanceColumns, newest_change, newest_decision, newest_unsigned};
pub use gate::require_cleared;
pub use prescriber::{License, LicenseProblem};
use utoipa_axum::router::OpenApiRouter;
pub use waiting::{ExamToSign, exams_to_sign};

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(changes::routes()).merge(settings::routes())
}
