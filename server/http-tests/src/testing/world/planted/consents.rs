use crate::testing::{Client, TestClinic, factories};

pub struct Consents {
    pub template: i64,
    /// A consent that waits for the patient, and the token of its link.
    pub consent: i64,
    pub token: String,
    /// A signed consent with its copy, and the token of its link.
    pub signed: i64,
    pub signed_token: String,
}

impl Consents {
    pub async fn make(clinic: &TestClinic, owner: &Client, patient: i64) -> Self {
        let template = factories::template(owner).await;
        let (consent, token) = factories::consent(owner, patient).await;
        let (signed, signed_token) = factories::consent(owner, patient).await;
        sign(clinic, signed).await;
        Self { template, consent, token, signed, signed_token }
    }
}

/// Signs a consent without its page, and makes its copy.
async fn sign(clinic: &TestClinic, consent: i64) {
    let signature = format!(
        "insert into {{}}.consent_signature (consent_id, signed_at, body_sha256, ip, user_agent)
         select id, issued_at, body_sha256, '192.0.2.10', 'planted' from {{}}.consent where id = {consent}"
    );
    clinic.plant(&signature).await;
    let copy = format!(
        "insert into {{}}.consent_copy (consent_id, sha256, file) values ({consent}, sha256('%PDF-1.7'), '%PDF-1.7')"
    );
    clinic.plant(&copy).await;
}
