//! The copies of signed records. The copy of a consent is a PDF with the text, the signature and a certificate of how it was signed. It is
//! made once, after signing, and its SHA-256 is in the sealed audit. The signer, the staff and whoever verifies a document get the same
//! bytes. A treatment, its approval, an exam and each signed version of an estimate have such copies too, for the staff.

mod api;
mod certificate;
mod estimate_api;
mod job;
mod missing;
mod notice;
mod signed;
mod signed_api;
mod sql;
mod stored;
mod verify;

pub use job::MakeConsentCopy;
pub use missing::queue_missing_copies;
pub use notice::ConsentCopyNotice;
pub use signed::{MakeSignedCopy, copies_of, copies_of_estimate};
pub use sql::bytes_of;
pub use stored::{OFFERED, copy_of};

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(signed_api::routes()).merge(estimate_api::routes()).merge(verify::routes())
}
