use crate::sql::Step;

/// The patients who are not archived. A small clinic's are counted in this index alone, a large clinic's number is taken
/// from its statistics (`features/patients/sql.rs`).
pub const STEP: Step = Step {
    name: "m20261124_000144_patient_present",
    up: &["create index patient_present on patient (id) where archived_at is null"],
    grants: &[],
    down: &["drop index patient_present"],
};
