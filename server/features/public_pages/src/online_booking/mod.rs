//! The module Online booking: patients book visits themselves at `/book` of the clinic's address. A visitor chooses a service and
//! a time, which is held for some minutes, confirms an address or a number by a code, and accepts the clinic's policy. No answer
//! depends on whether the visitor is already a patient. The calls of the page are not found while the module is off.

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
mod moves;
mod offer;
mod request_job;
mod requests;
mod settings;
mod settings_api;
mod times;

pub use cleanup::forget_holds;
pub(crate) use moves::{PatientsMove, patients_move};

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;
use outbox::Jobs;

pub fn routes() -> OpenApiRouter<App> {
    settings_api::routes()
        .merge(offer::routes())
        .merge(times::routes())
        .merge(hold::routes())
        .merge(code_api::routes())
        .merge(confirm::routes())
        .merge(requests::routes())
        .merge(answers::routes())
}

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<code_job::BookingCode>().with::<answer_job::NotifyBookingAnswer>().with::<request_job::NotifyDesk>()
}
