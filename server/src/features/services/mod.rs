//! The module Services: the clinic's own catalogue of services, with how long each takes, what it costs, who performs it
//! and what it needs. Every call is refused while the module is off.

mod api;
mod change;
mod choose;
mod first_catalogue;
mod lengths;
mod lifecycle;
mod offered;
mod rules;
#[cfg(test)]
mod tests;
mod wire;

pub use choose::{Chosen, choose, choose_treatment, is_performed_by, names_to_estimate, performers, spacing};
pub use first_catalogue::first_catalogue;
pub use lengths::lengths;
pub use offered::{Offered, offered};
pub use rules::needed_consents;
use utoipa_axum::router::OpenApiRouter;
pub use wire::{Ids, NeededConsent};

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(change::routes()).merge(lifecycle::routes())
}
