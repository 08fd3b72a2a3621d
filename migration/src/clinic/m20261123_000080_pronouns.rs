use crate::sql::Step;

/// The pronouns that a patient wants to be addressed with, and the count of changes to a patient.
pub const STEP: Step = Step {
    name: "m20261123_000080_pronouns",
    up: &[
        "alter table patient add column pronouns text constraint patient_pronouns check (length(pronouns) between 1 and 200), \
         add column version integer not null default 1",
    ],
    grants: &[],
    down: &["alter table patient drop column version, drop column pronouns"],
};
