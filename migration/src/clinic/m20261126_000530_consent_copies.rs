use crate::sql::Step;

/// The copy of a signed consent as a PDF, made once and never changed. Not encrypted: the text and the signature are in the
/// tables beside it, and whoever verifies it later needs no key.
pub const STEP: Step = Step {
    name: "m20261126_000530_consent_copies",
    up: &[
        "create table consent_copy (
            consent_id bigint constraint consent_copy_once primary key references consent_signature (consent_id),
            sha256 bytea not null,
            file bytea not null
        )",
        "create index consent_copy_sha256 on consent_copy (sha256)",
    ],
    grants: &[("consent_copy", "select, insert")],
    down: &["drop table consent_copy"],
};
