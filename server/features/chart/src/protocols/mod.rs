//! The module Protocols: the standing order of a service, in versions that a director signs and that each provider of the service
//! agrees to. While it is on, a treatment is recorded with the version in force. It is refused without a version that the
//! provider has signed, or without a valid license, unless a director overrides that for the day. Why: decision 25.

mod agree;
mod api;
mod current;
mod drafts;
mod due;
mod ending;
mod gate;
mod load;
mod my_protocols;
mod overrides;
mod settings;
mod sign;
mod treated;
mod wire;

pub use due::{ProtocolDue, due};
pub use ending::remind_of_protocols;
pub(crate) use gate::{Gate, require_protocol};
pub(crate) use treated::{ProtocolColumns, of_treatments};
pub use treated::{TreatmentProtocol, of_treatment};

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;
use outbox::Jobs;

pub fn routes() -> OpenApiRouter<App> {
    api::routes()
        .merge(drafts::routes())
        .merge(sign::routes())
        .merge(agree::routes())
        .merge(overrides::routes())
        .merge(my_protocols::routes())
        .merge(settings::routes())
}

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<ending::ProtocolEnds>()
}
