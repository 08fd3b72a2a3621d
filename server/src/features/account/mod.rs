//! A member's own account: signing in and out, the password, the second factor, the address and the devices.
//! The specification shows no sign-in; there is one because these are medical records.

mod account;
mod api;
mod email_confirmation;
mod enrolment;
mod jobs;
mod sign_ins;
#[cfg(test)]
mod tests;

pub use account::not_about;
pub use api::{sign_in, sign_in_as};
pub use email_confirmation::ask_for_confirmation;
pub use jobs::jobs;
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes()
        .merge(account::routes())
        .merge(enrolment::routes())
        .merge(email_confirmation::routes())
        .merge(sign_ins::routes())
}
