//! The copy of a signed consent: a PDF with the text, the signature and a certificate of how it was signed. It is made once,
//! after signing, and its SHA-256 is in the sealed audit. The signer, the staff and whoever verifies a document get these bytes.

mod api;
mod certificate;
mod job;
mod notice;
mod stored;
#[cfg(test)]
mod tests;
mod verify;

pub use job::MakeConsentCopy;
pub use notice::ConsentCopyNotice;
pub use stored::{OFFERED, copy_of};
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(verify::routes())
}
