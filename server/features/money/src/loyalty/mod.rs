//! The points program: the points of each service, each patient's balance, and the ledger behind it. Points are earned, redeemed
//! at the desk, adjusted, reversed, and expire.

mod adjustments;
mod api;
mod expiry;
mod export;
mod ledger;
pub mod lots;
mod points;
mod statement;
mod timeline;

pub use expiry::expire_due;
pub use ledger::{balance_of, earned};
pub use points::reverse_earned;
pub use statement::{LoyaltyEntry, statement};
pub use timeline::PointsEntry;

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(statement::routes()).merge(adjustments::routes()).merge(export::routes())
}
