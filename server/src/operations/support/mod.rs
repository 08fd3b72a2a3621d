//! Break-glass access: lets the service's own people read one clinic's data. For a limited time, with a reason,
//! without changing anything, and visible to the clinic: in its activity log, as a notice, and by mail to its
//! owner. They have no other access.

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
