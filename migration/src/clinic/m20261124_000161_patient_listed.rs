use crate::sql::Step;

/// The patients who are neither archived nor merged: the list of patients counts them in this index.
pub const STEP: Step = Step {
    name: "m20261124_000161_patient_listed",
    up: &[
        "create index patient_listed on patient (id) where archived_at is null and merged_into is null",
        "drop index patient_present",
    ],
    grants: &[],
    down: &["create index patient_present on patient (id) where archived_at is null", "drop index patient_listed"],
};
