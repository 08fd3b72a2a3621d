//! The points program: what a service earns, each patient's balance, and the ledger behind it: points are earned,
//! redeemed at the desk, adjusted, taken back, and expire.

mod api;
mod desk;
mod expiry;
mod export;
mod ledger;
mod lots;
mod points;
mod statement;
#[cfg(test)]
mod tests;

pub use expiry::expire_due;
pub use ledger::earned;
pub use points::reverse_earned;
pub use statement::{LoyaltyEntry, statement};
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(statement::routes()).merge(desk::routes()).merge(export::routes())
}
