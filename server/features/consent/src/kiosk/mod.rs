//! The tablet at the desk in a patient's hands. On the server, the member's session reaches only that patient's documents until
//! the member takes the tablet back with a PIN or the password.

mod api;
mod pin;
mod session;

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(pin::routes())
}
