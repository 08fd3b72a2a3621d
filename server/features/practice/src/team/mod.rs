//! The people who work at a clinic: their data, their permissions and their invitations.

mod access;
mod api;
mod booking;
mod changes;
mod confirmation;
mod export;
mod jobs;
mod licenses;
pub mod rules;
mod sponsor;
mod sql;
mod wire;

pub use booking::everybody_bookable;
pub use changes::changes;
pub use jobs::jobs;
pub use licenses::{EndingLicense, ending_licenses, remind_of_licenses};
pub use sql::{join_member, sponsors};

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(confirmation::routes()).merge(export::routes()).merge(access::routes())
}
