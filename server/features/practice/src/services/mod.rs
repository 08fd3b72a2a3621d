//! The module Services: the clinic's own catalogue of services, with how long each takes, what it costs, who performs it
//! and what it needs. Every call is refused while the module is off.

mod api;
mod change;
mod choose;
mod durations;
mod export;
mod first_catalogue;
mod lifecycle;
mod offered;
mod rules;
#[cfg(test)]
mod tests;
mod wire;

pub use choose::{
    ChosenService, choose, choose_treatment, is_performed_by, names_to_estimate, performers, spacing, treatments,
};
pub use durations::lengths;
pub use first_catalogue::first_catalogue;
pub use offered::{ServiceOffer, offered};
pub use rules::needed_consents;
use utoipa_axum::router::OpenApiRouter;
pub use wire::{Ids, NeededConsent};

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(change::routes()).merge(lifecycle::routes()).merge(export::routes())
}
