//! The module Protocols: the standing order of a service, in versions that a director signs and that each provider who performs the
//! service agrees to. While it is on, a treatment is recorded with the version in force, and refused without one that the provider
//! has signed, or without a license that counts, unless a director lets it pass for the day. Why: decision 25.

mod agree;
mod api;
mod current;
mod drafts;
mod due;
mod ending;
mod gate;
mod known;
mod overrides;
mod own;
mod settings;
mod sign;
#[cfg(test)]
mod tests;
mod treated;
mod wire;

pub use due::{ProtocolDue, due};
pub use ending::remind_of_protocols;
pub use gate::{Gate, require_protocol};
pub use treated::{ProtocolColumns, TreatmentProtocol, of_treatment, of_treatments};
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::{jobs::Jobs, state::App};

pub fn routes() -> OpenApiRouter<App> {
    api::routes()
        .merge(drafts::routes())
        .merge(sign::routes())
        .merge(agree::routes())
        .merge(overrides::routes())
        .merge(own::routes())
        .merge(settings::routes())
}

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<ending::ProtocolEnds>()
}
