//! The charges of patients, and the $400 watch, which compares the charges of a visit with its newest issued estimate, by provider
//! (45 CFR 149.620). There are no payments.

mod bill;
mod compare_to_estimate;
mod dispute;
mod excess;
mod ledger;
mod query;
mod timeline;
mod visit;
mod wire;

pub use timeline::ChargeEntry;
use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    ledger::routes().merge(compare_to_estimate::routes()).merge(bill::routes()).merge(dispute::routes())
}
