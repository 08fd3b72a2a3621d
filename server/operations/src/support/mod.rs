//! Break-glass access: lets the service's own people read one clinic's data for a limited time, with a reason, and
//! without changing anything. The clinic sees it in its activity log, in a notice, and in a mail to its owner. The
//! service's people have no other access.

mod api;
mod grant;
mod hand_over;
mod jobs;

pub use grant::{AccessRequest, Grant, end, grant};
pub(crate) use hand_over::hand_over;
pub use jobs::SupportGranted;
pub use jobs::jobs;

use utoipa_axum::router::OpenApiRouter;

use grant::redeem;
use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(hand_over::routes())
}
