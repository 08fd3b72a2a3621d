use crate::testing::{TestClinic, factories};

/// The protocol of a service, its version that a colleague has signed, and two drafts.
pub struct Protocols {
    pub protocol: i64,
    pub version: i64,
    pub draft: i64,
    pub other_draft: i64,
}

impl Protocols {
    /// The version gets the signature of the treatment.
    pub async fn plant(clinic: &TestClinic, service: i64, treatment: i64, colleague: i64) -> Self {
        factories::switch_on(clinic, "protocols").await;
        let id = clinic.first_id + 945_000;
        let protocol = format!(
            "insert into {{}}.protocol (id, service_id, service, created_at)
             select {id}, id, name, now() from {{}}.service where id = {service}"
        );
        clinic.plant(&protocol).await;
        let version = format!(
            "insert into {{}}.protocol_version (id, protocol_id, number, title, body, valid_from, valid_until, director_id, signature,
                signature_sha256, signed_at, signer, content_digest)
             select {id}, {id}, 1, 'Standing order', '<p>Text</p>', current_date - 1, current_date + 300, {colleague},
                provider_signature, provider_signature_sha256, now(), signer, content_digest
             from {{}}.treatment where id = {treatment}"
        );
        clinic.plant(&version).await;
        let [draft, other_draft] = [id, id + 1];
        for draft in [draft, other_draft] {
            let planted = format!(
                "insert into {{}}.protocol_draft (id, protocol_id, follows, title, body, valid_until, version, created_at, updated_at,
                    updated_by, updated_by_name)
                 values ({draft}, {id}, 1, 'Standing order', '<p>Text</p>', current_date + 300, 1, now(), now(), {colleague}, 'Jo Ining')"
            );
            clinic.plant(&planted).await;
        }
        Self { protocol: id, version: id, draft, other_draft }
    }
}
