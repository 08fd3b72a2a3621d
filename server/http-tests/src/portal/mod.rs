//! The patient's pages over HTTP: signing or declining a consent, answering about a visit.

mod decline;
mod minors;
mod signing;
mod visit;
mod visit_moves;

use crate::testing::{TestClinic, factories};

/// A clinic with one patient and a consent issued to her.
async fn issued() -> (TestClinic, i64, i64, String) {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (consent, token) = factories::consent(&owner, patient).await;
    (clinic, patient, consent, format!("/api/portal/consent/{token}"))
}
