//! The tablet at the desk in a patient's hands: the member's session reaches that patient's documents alone, on the server,
//! until the member takes the tablet back with a PIN or the password.

mod api;
mod pin;
mod session;
#[cfg(test)]
mod tests;

use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(pin::routes())
}
