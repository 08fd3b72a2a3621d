use crate::sql::Step;

/// Which wording of the notice of electronic records and of the act of signing a patient was shown.
pub const STEP: Step = Step {
    name: "m20261126_000520_signing_wording",
    up: &["alter table consent_signature add column notice_version integer, add column act_version integer"],
    grants: &[],
    down: &["alter table consent_signature drop column act_version, drop column notice_version"],
};
