//! Consents: the clinic's templates, and each consent as it was issued to a patient: frozen, behind a secret
//! link, signed by the patient, and read by the staff.

mod api;
mod issue;
mod opened;
mod sanitize;
mod templates;
#[cfg(test)]
mod tests;

pub use issue::kept;
pub use sanitize::{sanitize, sanitized_one};
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    templates::routes().merge(api::routes()).merge(opened::routes())
}
