use crate::sql::Step;

/// A message that follows a treatment whose patient had no visit of its service, with the treatment in place of an appointment. A
/// server of the release before sends none.
pub const STEP: Step = Step {
    name: "m20261125_000450_treatment_aftercare",
    up: &["alter table message add column treatment_id bigint
            constraint message_treatment_once unique references treatment (id) on delete cascade"],
    grants: &[],
    down: &["alter table message drop column treatment_id"],
};
