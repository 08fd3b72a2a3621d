use crate::sql::Step;

/// An answer that was a mistake is withdrawn by whoever asked, and stays in the history.
pub const STEP: Step = Step {
    name: "m20261125_000520_withdrawn_answers",
    up: &["alter table clinical_answer add column withdrawn_at timestamptz"],
    grants: &[("clinical_answer", "select, insert, update (withdrawn_at)")],
    down: &["alter table clinical_answer drop column withdrawn_at"],
};
