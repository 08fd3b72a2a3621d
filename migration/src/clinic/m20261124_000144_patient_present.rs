use crate::sql::Step;

/// The patients who are not archived. Their number is read from the index alone, and for a large clinic from what
/// Postgres knows of the index' size (`features/patients/sql.rs`).
pub const STEP: Step = Step {
    name: "m20261124_000144_patient_present",
    up: &["create index patient_present on patient (id) where archived_at is null"],
    grants: &[],
    down: &["drop index patient_present"],
};
