//! A member's own account: signing in and out, the password, the second factor, the address and the devices.
//! The specification shows no sign-in. The product has one because it holds medical records.

mod api;
mod email_confirmation;
mod enrolment;
mod jobs;
mod passwords;
mod sign_ins;

pub use api::{sign_in, sign_in_as, with_password};
pub use email_confirmation::request_confirmation;
pub use jobs::jobs;
pub use passwords::not_about;

use axum::http::StatusCode;
use utoipa_axum::router::OpenApiRouter;

use base::error::Refusal;
use http_api::state::App;

/// The answer to a wrong password of a signed-in member.
const WRONG_PASSWORD: Refusal = Refusal::new(StatusCode::FORBIDDEN, "wrong_password", "The password is not right.");

pub fn routes() -> OpenApiRouter<App> {
    api::routes()
        .merge(passwords::routes())
        .merge(enrolment::routes())
        .merge(email_confirmation::routes())
        .merge(sign_ins::routes())
}
