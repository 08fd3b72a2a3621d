//! Break-glass: leave for the service's own people to look into one clinic. For a time, with a
//! reason, to look and not to change, and seen by the clinic: in its activity log, as a notice, and by
//! mail to its owner. There is no other way in for them.

mod api;
mod grant;
mod hand_over;
mod jobs;
#[cfg(test)]
mod tests;

use utoipa_axum::router::OpenApiRouter;

pub use grant::{AccessRequest, Grant, end, grant, redeem};
pub use hand_over::hand_over;
#[cfg(test)]
pub use jobs::SupportGranted;
pub use jobs::jobs;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(hand_over::routes())
}
