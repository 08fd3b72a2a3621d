//! What patients are charged, and the $400 watch beside it: the charges of a visit against its newest issued estimate, by provider
//! (45 CFR 149.620). No payments.

mod bill;
mod dispute;
mod ledger;
mod level;
mod sql;
#[cfg(test)]
mod tests;
mod visit;
mod watch;
mod wire;

use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    ledger::routes().merge(watch::routes()).merge(bill::routes()).merge(dispute::routes())
}
