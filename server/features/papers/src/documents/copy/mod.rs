//! The copies of what was signed. Of a consent: a PDF with the text, the signature and a certificate of how it was signed. It is made once,
//! after signing, and its SHA-256 is in the sealed audit. The signer, the staff and whoever verifies a document get these bytes.
//! Of a treatment, its approval, an exam and each signed version of an estimate the same, for the staff.

mod api;
mod certificate;
mod estimate_api;
mod job;
mod missing;
mod notice;
mod signed;
mod signed_api;
#[cfg(test)]
mod signed_tests;
mod stored;
#[cfg(test)]
mod tests;
mod verify;

pub use job::MakeConsentCopy;
pub use missing::queue_missing_copies;
pub use notice::ConsentCopyNotice;
pub use signed::{MakeSignedCopy, copies_of, copies_of_estimate};
pub use stored::{OFFERED, copy_of};
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(signed_api::routes()).merge(estimate_api::routes()).merge(verify::routes())
}
