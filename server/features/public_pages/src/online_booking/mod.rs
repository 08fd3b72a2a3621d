//! The module Online booking: at `/book` of the clinic's address patients book a visit themselves. A visitor chooses a
//! service and a time, which is held for some minutes, confirms an address or a number by a code, and accepts the
//! clinic's policy. No answer depends on whether the visitor is a patient already. The calls of the page are not found
//! while the module is off.

mod answer_job;
mod answers;
mod cleanup;
mod code;
mod code_api;
mod code_job;
mod confirm;
mod enter;
mod hold;
mod limits;
mod offer;
mod settings;
mod settings_api;
#[cfg(test)]
mod tests;
mod times;

pub use cleanup::forget_holds;
#[cfg(test)]
pub use tests::plant_hold;
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::{jobs::Jobs, state::App};

pub fn routes() -> OpenApiRouter<App> {
    settings_api::routes()
        .merge(offer::routes())
        .merge(times::routes())
        .merge(hold::routes())
        .merge(code_api::routes())
        .merge(confirm::routes())
        .merge(answers::routes())
}

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<code_job::BookingCode>().with::<answer_job::NotifyBookingAnswer>()
}
