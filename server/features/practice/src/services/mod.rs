//! The module Services: the clinic's own catalogue of services, with the duration, price, performers and requirements of each.
//! Every call is refused while the module is off.

mod api;
mod change;
mod choose;
mod durations;
mod export;
mod first_catalogue;
mod lifecycle;
mod offered;
mod rules;
mod sql;
mod wire;

pub use choose::{
    ChosenService, choose, choose_treatment, is_performed_by, names_to_estimate, performers, spacing, treatments,
};
pub use durations::lengths;
pub use first_catalogue::{add_first_consents, first_catalogue};
pub use offered::{ServiceOffer, offered};
pub use rules::needed_consents;
pub use sql::NEEDED_CONSENTS;
pub use wire::{Ids, NeededConsent};

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(change::routes()).merge(lifecycle::routes()).merge(export::routes())
}
