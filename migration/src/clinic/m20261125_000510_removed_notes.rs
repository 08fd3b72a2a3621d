use crate::sql::Step;

/// Who removed a note, which is listed and can be restored.
pub const STEP: Step = Step {
    name: "m20261125_000510_removed_notes",
    up: &["alter table patient_note add column removed_by text"],
    grants: &[],
    down: &["alter table patient_note drop column removed_by"],
};
