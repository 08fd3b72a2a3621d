use crate::sql::Step;

/// An index for searching patients by birth date.
pub const STEP: Step = Step {
    name: "m20261123_000056_birth_dates",
    up: &["create index patient_birth_date on patient (birth_date)"],
    grants: &[],
    down: &["drop index patient_birth_date"],
};
