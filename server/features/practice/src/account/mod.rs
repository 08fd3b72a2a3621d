//! A member's own account: signing in and out, the password, the second factor, the address and the devices.
//! The specification shows no sign-in; there is one because these are medical records.

mod api;
mod email_confirmation;
mod enrolment;
mod jobs;
mod passwords;
mod sign_ins;
#[cfg(test)]
mod tests;

pub use api::{sign_in, sign_in_as, with_password};
pub use email_confirmation::request_confirmation;
pub use jobs::jobs;
pub use passwords::not_about;
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes()
        .merge(passwords::routes())
        .merge(enrolment::routes())
        .merge(email_confirmation::routes())
        .merge(sign_ins::routes())
}
